/*
 * A site whose hooks fail or kill the server where a document's `plan` says so, such as `throw afterChange`. Started as
 * the demo CMS is (startCms with `script`), on SQLite or, with --db, on PostgreSQL. While the data folder has a file
 * `calm`, plans do nothing: what was wrong is mended.
 */
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { APIError, buildConfig, getPayload, inMemoryKVAdapter } from 'payload'
import type { CollectionConfig, FieldAccess, Payload, PayloadRequest } from 'payload'
import { setPayloadMode } from '../../../server/demo/payload-mode.ts'
import { sayListening, serveHttp } from '../../../server/demo/serve-http.ts'
import { galley } from '../../../server/plugin/index.ts'
import { endWithParent } from '../../support/end-with-parent.ts'

const { values } = parseArgs({
  strict: false,
  options: {
    data: { type: 'string' },
    port: { type: 'string', default: '0' },
    db: { type: 'string' },
    'dead-after': { type: 'string', default: '10' },
    'memory-keys': { type: 'boolean', default: false },
  },
})
const dataDir = String(values.data)
const sqliteFile = path.join(dataDir, 'cms.sqlite')
/** There once the tables are. */
const tables = path.join(dataDir, 'tables')
const isNew = !existsSync(tables)

async function act(point: string, data: unknown, req: PayloadRequest): Promise<void> {
  const plan: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'plan') : null
  if (typeof plan !== 'string' || existsSync(path.join(dataDir, 'calm'))) return
  if (plan === `throw ${point}`) throw new Error(`secret words of ${point}`)
  if (plan === `refuse ${point}`) throw new APIError(`Refused in ${point}.`, 418)
  if (plan === `kill ${point}`) process.kill(process.pid, 'SIGKILL')
  if (plan === `nest ${point}` || plan === `nest and refuse ${point}`) {
    const title: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'title') : ''
    const nested = { title: `nested in ${String(title)}` }
    await req.payload.create({ collection: 'things', data: nested, req })
    if (plan !== `nest ${point}`) throw new APIError(`Refused in ${point}.`, 418)
  }
}

const anybody = (): boolean => true
const access = { create: anybody, read: anybody, update: anybody, delete: anybody }

const things = (slug: string, versions: CollectionConfig['versions']): CollectionConfig => ({
  slug,
  access,
  ...(versions === undefined ? {} : { versions }),
  fields: [
    {
      name: 'title',
      type: 'text',
      hooks: {
        beforeChange: [async ({ data, req }) => act('fieldBeforeChange', data, req)],
        afterChange: [async ({ data, req }) => act('fieldAfterChange', data, req)],
      },
    },
    { name: 'plan', type: 'text' },
    { name: 'long', type: 'textarea' },
    { name: 'parts', type: 'array', fields: [{ name: 'name', type: 'text' }] },
  ],
  hooks: {
    beforeOperation: [async ({ args, req }) => act('beforeOperation', Reflect.get(args, 'data'), req)],
    beforeChange: [async ({ data, req }) => act('beforeChange', data, req)],
    afterChange: [async ({ doc, req }) => act('afterChange', doc, req)],
  },
})

const isChief: FieldAccess = ({ req }) => req.user?.['email'] === 'users@example.com'
const forChief = { read: isChief, update: isChief }

/** Fields that not everybody may read, with what a schema tells of a field. */
const wages: CollectionConfig = {
  slug: 'wages',
  access,
  fields: [
    { name: 'name', type: 'text', defaultValue: 'Nobody' },
    { name: 'rate', type: 'number', access: forChief, defaultValue: 42 },
    {
      type: 'row',
      fields: [
        {
          name: 'boss',
          type: 'relationship',
          relationTo: 'users',
          access: forChief,
          filterOptions: { id: { exists: true } },
        },
      ],
    },
    {
      name: 'bonus',
      type: 'group',
      fields: [{ name: 'share', type: 'number', access: forChief, defaultValue: 7 }],
    },
    {
      name: 'file',
      type: 'group',
      access: forChief,
      fields: [{ name: 'remark', type: 'text', defaultValue: 'late' }],
    },
  ],
}

/** Lets a plan act right before and right after the row of a new document is written. */
function watchRows(payload: Payload): void {
  const { db } = payload
  const create = db.create.bind(db)
  db.create = async (args) => {
    const req = args.req as PayloadRequest
    await act('row', args.data, req)
    const document: unknown = await create(args)
    await act('afterRow', args.data, req)
    return document
  }
}

async function adapter() {
  if (typeof values.db !== 'string') {
    return sqliteAdapter({
      client: { url: `file:${sqliteFile}` },
      push: isNew,
      wal: { synchronous: 'NORMAL', journalSizeLimit: 67_108_864 },
      busyTimeout: 5000,
    })
  }
  const { postgresAdapter } = await import('@payloadcms/db-postgres')
  return postgresAdapter({ pool: { connectionString: values.db }, push: isNew })
}

setPayloadMode(isNew ? 'development' : 'production')
const serves = endWithParent()

const config = buildConfig({
  secret: 'of the site whose hooks fail',
  telemetry: false,
  typescript: { autoGenerate: false },
  logger: { options: { level: 'fatal' }, destination: process.stderr },
  db: await adapter(),
  ...(values['memory-keys'] === true ? { kv: inMemoryKVAdapter() } : {}),
  admin: { user: 'users' },
  collections: [
    things('things', undefined),
    things('drafts', { drafts: true }),
    {
      ...things('named', undefined),
      fields: [{ name: 'id', type: 'text', required: true }, ...things('named', undefined).fields],
    },
    {
      ...things('numbered', undefined),
      // In a row, as anywhere at the top of a document.
      fields: [
        { type: 'row', fields: [{ name: 'id', type: 'number', required: true }] },
        ...things('numbered', undefined).fields,
      ],
    },
    wages,
    { slug: 'users', auth: true, access, fields: [] },
    { slug: 'outsiders', auth: true, access, fields: [] },
  ],
  globals: [
    { slug: 'motto', access: { read: anybody, update: anybody }, fields: [{ name: 'text', type: 'text' }] },
  ],
  plugins: [
    galley({
      mostKeysPerUser: 100,
      deadAfterSeconds: Number(values['dead-after']),
    }),
  ],
  onInit: async (payload) => {
    watchRows(payload)
    for (const [collection, name] of [
      ['users', 'users'],
      ['users', 'clerk'],
      ['outsiders', 'outsiders'],
    ] as const) {
      const email = `${name}@example.com`
      const { totalDocs } = await payload.count({ collection, where: { email: { equals: email } } })
      if (totalDocs === 0) await payload.create({ collection, data: { email, password: 'galley-demo' } })
    }
  },
})
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = process.stderr.write.bind(process.stderr)
const payload = await getPayload({ config })
process.stdout.write = write
writeFileSync(tables, '')
setPayloadMode('production')
const { server, origin } = await serveHttp(config, Number(values.port))
serves(server, payload)
sayListening(origin)
