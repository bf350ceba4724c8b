/*
 * A site whose schema is what `schema.json` in its data folder says when it starts: with other locales, a field that is
 * the same in all of them, a newer block and a newer field. Started as the demo CMS is (startCms with `script`).
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Block, Field } from 'payload'
import { access, dataDir, makeEditor, serveSite } from './serve-site.ts'

export type MovingSchema = {
  locales: string[]
  /** `title` is the same in all locales. */
  sharedTitle?: boolean
  /** There is a block `quote`, and a field `subtitle`. */
  quotes?: boolean
}

const schema = JSON.parse(readFileSync(path.join(dataDir, 'schema.json'), 'utf8')) as MovingSchema

const hero: Block = { slug: 'hero', fields: [{ name: 'heading', type: 'text', localized: true }] }
const quote: Block = { slug: 'quote', fields: [{ name: 'text', type: 'text', localized: true }] }
const fields: Field[] = [
  { name: 'title', type: 'text', localized: schema.sharedTitle !== true },
  { name: 'slug', type: 'text' },
  ...(schema.quotes ? [{ name: 'subtitle', type: 'text', localized: true } satisfies Field] : []),
  { name: 'layout', type: 'blocks', blocks: schema.quotes ? [hero, quote] : [hero] },
]

// A column goes with a field that moves, and nobody is there to be asked about that.
const prompts = createRequire(import.meta.url)('prompts') as { inject: (answers: unknown[]) => void }
prompts.inject([true])

await serveSite({
  localization: {
    locales: schema.locales.map((code) => ({ code, label: code })),
    defaultLocale: 'en',
    fallback: true,
  },
  onInit: makeEditor,
  collections: [
    { slug: 'users', auth: true, fields: [] },
    { slug: 'pages', access, fields },
  ],
  globals: [
    {
      slug: 'header',
      access: { read: access.read, update: access.update },
      fields: [{ name: 'motto', type: 'text' }],
    },
  ],
})
