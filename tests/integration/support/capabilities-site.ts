/*
 * A site with a collection for each set of what a collection may have: versions (none, kept, with drafts, with
 * autosave), localized fields, nested fields. Its users see a field that they may not read nowhere. Started as the demo
 * CMS is (startCms with `script`).
 */
import type { CollectionConfig, Field } from 'payload'
import { access, makeEditor, serveSite } from './serve-site.ts'

const versions = {
  none: false,
  kept: true,
  drafts: { drafts: true },
  autosave: { drafts: { autosave: { interval: 400 } } },
} as const

export type CapabilityName = `${keyof typeof versions}-${'one' | 'per'}-${'flat' | 'nested'}`

function collection(kind: keyof typeof versions, localized: boolean, nested: boolean): CollectionConfig {
  const note: Field = { name: 'note', type: 'text', localized }
  const slug: CapabilityName = `${kind}-${localized ? 'per' : 'one'}-${nested ? 'nested' : 'flat'}`
  return {
    slug,
    access,
    admin: { useAsTitle: 'title' },
    versions: versions[kind],
    fields: [
      { name: 'title', type: 'text', localized },
      nested ? { name: 'inside', type: 'group', fields: [note] } : note,
      { name: 'secret', type: 'text', access: { read: () => false } },
    ],
  }
}

const both = [false, true]

await serveSite({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: [
    ...(Object.keys(versions) as (keyof typeof versions)[]).flatMap((kind) =>
      both.flatMap((localized) => both.map((nested) => collection(kind, localized, nested))),
    ),
    { slug: 'users', auth: true, access, fields: [] },
  ],
  onInit: makeEditor,
})
