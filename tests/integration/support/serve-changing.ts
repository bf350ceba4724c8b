import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { getPayload } from 'payload'
import type { CollectionConfig, Config, Field, FieldAccess, Plugin, TextField } from 'payload'
import { roleOf } from '../../../server/demo/access.ts'
import { buildDemoConfig } from '../../../server/demo/config.ts'
import { openDataDir } from '../../../server/demo/data-dir.ts'
import { setPayloadMode } from '../../../server/demo/payload-mode.ts'
import { sayListening, serveHttp } from '../../../server/demo/serve-http.ts'
import { endWithParent } from '../../support/end-with-parent.ts'
import { galley } from '../../../server/plugin/index.ts'

/**
 * The demo CMS with a site behind it that changes while edits wait: `changes.json` in its data folder says how, and is
 * read again with each request, but for `removed`, which the config has from its start.
 */
export type SiteChanges = {
  /** `notes.text` → the hook of the field saves this instead of what is sent. */
  hooks?: Record<string, string>
  /** `notes.text` whose update only an administrator may do from now on. */
  narrowed?: string[]
  /** `notes.text` that nobody but an administrator may read, either. */
  hidden?: string[]
  /** `notes.text` that the site no longer has. */
  removed?: string[]
}

const { values } = parseArgs({
  args: process.argv.slice(2),
  strict: false,
  options: { data: { type: 'string' }, port: { type: 'string', default: '0' } },
})
const dataDir = String(values.data)
const file = path.join(dataDir, 'changes.json')
if (!existsSync(file)) writeFileSync(file, '{}')
const changes = (): SiteChanges => JSON.parse(readFileSync(file, 'utf8')) as SiteChanges

setPayloadMode('production')
const serves = endWithParent()

function changing(slug: string, field: Field): Field {
  if (field.type !== 'text' && field.type !== 'textarea') return field
  const name = `${slug}.${field.name}`
  const isAdmin: FieldAccess = ({ req }) => roleOf(req) === 'admin'
  const changed: Pick<TextField, 'access' | 'hooks'> = {
    access: {
      ...field.access,
      update: (args) => !changes().narrowed?.includes(name) || isAdmin(args),
      read: (args) => !changes().hidden?.includes(name) || isAdmin(args),
    },
    hooks: { ...field.hooks, beforeChange: [({ value }) => changes().hooks?.[name] ?? value] },
  }
  return { ...field, ...changed }
}

const plugin: Plugin = (config: Config): Config => ({
  ...config,
  collections: (config.collections ?? []).map((collection): CollectionConfig =>
    !['notes', 'authors', 'places'].includes(collection.slug)
      ? collection
      : {
          ...collection,
          fields: collection.fields
            .filter(
              (field) =>
                !('name' in field && changes().removed?.includes(`${collection.slug}.${field.name}`)),
            )
            .map((field) => changing(collection.slug, field)),
        },
  ),
})

const data = openDataDir(dataDir, false, false)
const building = buildDemoConfig({
  dataDir,
  secret: data.secret,
  push: false,
  plugins: [plugin, galley({ siteName: 'Nordlys Travel' })],
})
const payload = await getPayload({ config: building })
const { server, origin } = await serveHttp(building, Number(values.port))
sayListening(origin)
serves(server, payload)
