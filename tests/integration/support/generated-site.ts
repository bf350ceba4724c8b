/* A site of collections whose fields follow from a seed: every type of field, some localized, nested up to three
   levels. Started like the demo CMS (startCms with `script`); `--schema=SEED`. */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { lexicalEditor } from '@payloadcms/richtext-lexical'
import { buildConfig, getPayload, inMemoryKVAdapter } from 'payload'
import type { Block, CollectionConfig, Field } from 'payload'
import { setPayloadMode } from '../../../server/demo/payload-mode.ts'
import { sayListening, serveHttp } from '../../../server/demo/serve-http.ts'
import { galley } from '../../../server/plugin/index.ts'
import { endWithParent } from '../../support/end-with-parent.ts'
import { Dice } from '../../unit/shared/random-documents.ts'
import { DEMO_PASSWORD, EDITOR } from './cms.ts'
import { numbersOf } from './numbers.ts'

const { values } = parseArgs({
  strict: false,
  options: {
    data: { type: 'string' },
    port: { type: 'string', default: '0' },
    schema: { type: 'string', default: '1' },
  },
})
const dataDir = String(values.data)
const roll = new Dice(numbersOf(Number(values.schema), 4000), 's')
setPayloadMode('development')
const serves = endWithParent()

const DEEPEST = 3
let names = 0
/**
 * Returns a unique table name: otherwise it would contain the whole path, and nested fields of one name would
 * collide.
 */
const unique = (begin = 't'): string => {
  names += 1
  return `${begin}${names}`
}

type Place = { depth: number; mayLocalize: boolean }
const LEAVES = [
  'text',
  'textMany',
  'textarea',
  'email',
  'number',
  'numberMany',
  'checkbox',
  'radio',
  'select',
  'selectMany',
  'date',
  'point',
  'code',
  'json',
  'richText',
  'relationship',
  'relationshipMany',
  'relationshipPoly',
  'relationshipPolyMany',
  'upload',
] as const

function leaf(kind: (typeof LEAVES)[number], name: string, localized: boolean): Field {
  const options = ['north', 'south', 'east']
  switch (kind) {
    case 'textMany':
      return { name, localized, type: 'text', hasMany: true }
    case 'numberMany':
      return { name, localized, type: 'number', hasMany: true }
    case 'radio':
      return { name, localized, type: 'radio', options }
    case 'select':
      return { name, localized, type: 'select', options }
    case 'selectMany':
      return { name, localized, type: 'select', options, hasMany: true, dbName: unique() }
    case 'relationship':
      return { name, localized, type: 'relationship', relationTo: 'others' }
    case 'relationshipMany':
      return { name, localized, type: 'relationship', relationTo: 'others', hasMany: true }
    case 'relationshipPoly':
      return { name, localized, type: 'relationship', relationTo: ['others', 'media'] }
    case 'relationshipPolyMany':
      return { name, localized, type: 'relationship', relationTo: ['others', 'media'], hasMany: true }
    case 'upload':
      return { name, localized, type: 'upload', relationTo: 'media' }
    case 'text':
      return { name, localized, type: 'text' }
    case 'textarea':
      return { name, localized, type: 'textarea' }
    case 'email':
      return { name, localized, type: 'email' }
    case 'number':
      return { name, localized, type: 'number' }
    case 'checkbox':
      return { name, localized, type: 'checkbox' }
    case 'date':
      return { name, localized, type: 'date' }
    case 'point':
      return { name, localized, type: 'point' }
    case 'code':
      return { name, localized, type: 'code' }
    case 'json':
      return { name, localized, type: 'json' }
    case 'richText':
      return { name, localized, type: 'richText' }
  }
}

function level({ depth, mayLocalize }: Place, kinds: readonly (typeof LEAVES)[number][]): Field[] {
  const leaves = kinds.map((kind) => leaf(kind, unique('f'), mayLocalize && roll.below(2) === 0))
  if (depth === 0) return leaves
  const count = depth === DEEPEST ? 4 : 1
  const inner = Array.from({ length: count }, (_, at) =>
    container({ depth: depth - 1, mayLocalize }, unique('c'), depth === DEEPEST ? at : roll.below(6)),
  )
  return [...leaves, ...inner]
}

function container({ depth, mayLocalize }: Place, name: string, what: number): Field {
  const localized = mayLocalize && roll.below(4) === 0
  const place = { depth, mayLocalize: mayLocalize && !localized }
  const inside = (): Field[] => level(place, some(2 + roll.below(2)))
  switch (what) {
    case 0:
      return { name, localized, type: 'array', dbName: unique(), fields: inside() }
    case 1:
      return { name, localized, type: 'blocks', blocks: [block(inside()), block(inside())] }
    case 2:
      return { name, localized, type: 'group', fields: inside() }
    case 3:
      return {
        type: 'tabs',
        tabs: [
          { name, localized, fields: inside() },
          { label: 'Unnamed', fields: [leaf('text', `${name}t`, mayLocalize)] },
        ],
      }
    case 4:
      return {
        type: 'row',
        fields: [leaf('text', `${name}r`, mayLocalize), leaf('number', `${name}n`, false)],
      }
    default:
      return {
        type: 'collapsible',
        label: name,
        fields: [{ type: 'group', fields: [leaf('text', `${name}u`, false)] }],
      }
  }
}

function block(fields: Field[]): Block {
  const slug = unique()
  return { slug, dbName: slug, fields }
}

function some(count: number): (typeof LEAVES)[number][] {
  const inRows = LEAVES.filter((kind) => kind !== 'point')
  return Array.from({ length: count }, () => inRows[roll.below(inRows.length)] ?? 'text')
}

const anybody = (): boolean => true
const access = { create: anybody, read: anybody, update: anybody, delete: anybody }
const generated = [0, 1, 2].map((at): CollectionConfig => ({
  slug: `generated-${at}`,
  dbName: `g${at}`,
  access,
  // The first one is saved at once, the others have drafts.
  ...(at > 0 && { versions: { drafts: true, maxPerDoc: 3 } }),
  // The first one has every type at its top level.
  fields: level({ depth: DEEPEST, mayLocalize: true }, at === 0 ? LEAVES : some(4)),
}))

const config = buildConfig({
  secret: 'generated',
  telemetry: false,
  typescript: { autoGenerate: false },
  // The default is a table, which would have to be created.
  kv: inMemoryKVAdapter(),
  logger: { options: { level: 'error' }, destination: process.stderr },
  db: sqliteAdapter({ client: { url: `file:${path.join(dataDir, 'cms.sqlite')}` }, push: true }),
  editor: lexicalEditor(),
  admin: { user: 'users' },
  localization: { locales: ['en', 'de', 'ar'], defaultLocale: 'en', fallback: false },
  collections: [
    { slug: 'users', auth: true, access, fields: [] },
    { slug: 'others', access, fields: [{ name: 'title', type: 'text' }] },
    { slug: 'media', access, upload: { staticDir: path.join(dataDir, 'media') }, fields: [] },
    ...generated,
  ],
  plugins: [galley({ siteName: 'Generated' })],
})
const write = process.stdout.write.bind(process.stdout)
// The output of the schema push must not reach stdout, which the parent process reads.
process.stdout.write = process.stderr.write.bind(process.stderr)
const payload = await getPayload({ config })
setPayloadMode('production')
await payload.create({ collection: 'users', data: { email: EDITOR, password: DEMO_PASSWORD } })
for (const title of ['One', 'Two', 'Three']) {
  await payload.create({ collection: 'others', data: { title } })
  await payload.create({
    collection: 'media',
    data: {},
    file: { name: `${title}.txt`, data: Buffer.from(title), mimetype: 'text/plain', size: title.length },
  })
}
process.stdout.write = write
const { server, origin } = await serveHttp(config, Number(values.port))
sayListening(origin)
serves(server, payload)
