/*
 * The demo CMS with hooks and an endpoint that write as sites do, for tests of who may write when. It
 * takes the arguments of the demo (startCms with `script`). What a post's hook does is said in its
 * `kicker`:
 * - `wait NAME`: before the row is written it makes the file NAME-waiting in the data folder, and goes
 *   on when there is a file NAME-go
 * - `read ID NAME`: before the row is written it reads the post with that id, with the request, and waits as with `wait`
 * - `nest`, `nest apart`: afterwards it writes the same post again, with and without the request
 * - `nest over REST`: afterwards it asks the site's own API to
 * - `write ID NAME`: afterwards it waits as with `wait`, and writes the post with that id, with the request
 * - `leave ID NAME`: afterwards it begins to write the post with that id, which waits as with `wait`, and goes on itself
 * - `half NAME`: the statement that writes the rows of its `sources` waits as with `wait`
 * A login whose header `x-turn` is `nest apart` afterwards writes the user, without the request.
 * `POST /api/commit-failed` commits a transaction in which a statement failed, and does nothing when that is refused; it
 * answers whether it was, and whether the transaction is still there.
 * `POST /api/local/ID` writes a post over the Local API, with `?bulk` by a condition.
 *
 * TURN_SITE in the environment is JSON: `transactions: true` gives SQLite transactions; `isolation` and `pool` are the
 * level of those on PostgreSQL, and how many connections there are.
 */
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresAdapter } from '@payloadcms/db-postgres'
import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { getPayload } from 'payload'
import type {
  CollectionAfterChangeHook,
  CollectionAfterLoginHook,
  CollectionBeforeChangeHook,
  Config,
  PayloadHandler,
  PayloadRequest,
  Plugin,
} from 'payload'
import { boolean, number, object, optional, parse, picklist } from 'valibot'
import { buildDemoConfig } from '../../../server/demo/config.ts'
import { openDataDir } from '../../../server/demo/data-dir.ts'
import { setPayloadMode } from '../../../server/demo/payload-mode.ts'
import { sayListening, serveHttp } from '../../../server/demo/serve-http.ts'
import { parseServeOptions } from '../../../server/demo/options.ts'
import { galley } from '../../../server/plugin/index.ts'
import { endWithParent } from '../../support/end-with-parent.ts'

const options = parseServeOptions(process.argv.slice(2))
const { secret } = openDataDir(options.dataDir, false, options.postgresUrl !== null)

const { transactions, isolation, pool } = parse(
  object({
    transactions: optional(boolean(), false),
    isolation: optional(picklist(['read committed', 'repeatable read', 'serializable']), 'read committed'),
    pool: optional(number(), 10),
  }),
  JSON.parse(process.env['TURN_SITE'] ?? '{}'),
)

let origin = 'http://127.0.0.1'
/** Name that waits before the next rows of `sources`. */
let halfWritten: string | null = null

async function waitFor(name: string): Promise<void> {
  const file = path.join(options.dataDir, name)
  writeFileSync(`${file}-waiting`, '')
  while (!existsSync(`${file}-go`)) await sleep(10)
}

const waits: CollectionBeforeChangeHook = async ({ data, req }) => {
  const kicker: unknown = data['kicker']
  const [what, id, name] = typeof kicker === 'string' ? kicker.split(' ') : []
  if (what === 'read' && id !== undefined && name !== undefined) {
    await req.payload.findByID({ collection: 'posts', id, depth: 0, draft: true, req })
    await waitFor(name)
  }
  if (typeof kicker === 'string' && kicker.startsWith('wait ')) await waitFor(kicker.slice('wait '.length))
  if (typeof kicker === 'string' && kicker.startsWith('half ')) halfWritten = kicker.slice('half '.length)
}

const writesOthers: CollectionAfterChangeHook = async ({ doc, req }) => {
  const kicker: unknown = Reflect.get(doc, 'kicker')
  const [what, id, name] = typeof kicker === 'string' ? kicker.split(' ') : []
  if (id === undefined || name === undefined) return
  const write = (value: string, own: { req?: PayloadRequest }): Promise<unknown> =>
    req.payload.update({ collection: 'posts', id, data: { kicker: value }, draft: true, ...own })
  if (what === 'write') {
    await waitFor(name)
    await write(`by ${name}`, { req })
  }
  if (what === 'leave') void write(`wait ${name}`, {})
}

const nests: CollectionAfterChangeHook = async ({ doc, req }) => {
  const kicker: unknown = Reflect.get(doc, 'kicker')
  const data = { kicker: 'nested' }
  if (kicker === 'nest over REST') {
    const answer = await fetch(`${origin}/api/posts/${String(Reflect.get(doc, 'id'))}?draft=true`, {
      method: 'PATCH',
      headers: {
        authorization: req.headers.get('authorization') ?? '',
        'content-type': 'application/json',
      },
      body: JSON.stringify(data),
    })
    if (!answer.ok) throw new Error(`its own API answered ${answer.status}`)
  }
  if (kicker !== 'nest' && kicker !== 'nest apart') return
  const write = { collection: 'posts', id: String(Reflect.get(doc, 'id')), data, draft: true } as const
  await req.payload.update(kicker === 'nest' ? { ...write, req } : write)
}

const nestsInLogin: CollectionAfterLoginHook = async ({ req, user }) => {
  if (req.headers.get('x-turn') !== 'nest apart') return
  await req.payload.update({ collection: 'users', id: user.id, data: { email: user.email } })
}

/** Simulates a site that ignores failed transactions. */
const commitsFailed: PayloadHandler = async ({ payload: { db } }) => {
  const id = await db.beginTransaction()
  const session: unknown = id === null ? null : db.sessions?.[id]
  const execute: unknown = Reflect.get(db, 'execute')
  if (id === null || typeof session !== 'object' || session === null || typeof execute !== 'function')
    return Response.json({}, { status: 400 })
  const statement = async (raw: string): Promise<unknown> =>
    Reflect.apply(execute, db, [{ db: Reflect.get(session, 'db'), raw }])
  await statement('select 1 / 0').catch(() => undefined)
  const refused = await db.commitTransaction(id).then(
    () => false,
    () => true,
  )
  return Response.json({ refused, open: db.sessions?.[id] !== undefined })
}

/** Lets the adapter pause within a write. */
function holdHalfWritten(db: object): void {
  const insert: unknown = Reflect.get(db, 'insert')
  if (typeof insert !== 'function') throw new Error('the adapter writes rows in another way')
  Reflect.set(db, 'insert', async (args: { tableName: string }): Promise<unknown> => {
    const name = args.tableName.endsWith('_sources') ? halfWritten : null
    if (name !== null) {
      halfWritten = null
      await waitFor(name)
    }
    return Reflect.apply(insert, db, [args])
  })
}

function database(db: Config['db']): Config['db'] {
  if (options.postgresUrl !== null)
    return postgresAdapter({
      pool: { connectionString: options.postgresUrl, max: pool },
      push: false,
      transactionOptions: { isolationLevel: isolation },
    })
  if (!transactions) return db
  return sqliteAdapter({
    client: { url: `file:${path.join(options.dataDir, 'cms.sqlite')}` },
    push: false,
    wal: true,
    transactionOptions: {},
  })
}

const writes: Plugin = (config) => ({
  ...config,
  db: database(config.db),
  collections: (config.collections ?? []).map((collection) =>
    collection.slug === 'posts'
      ? {
          ...collection,
          hooks: {
            ...collection.hooks,
            beforeChange: [...(collection.hooks?.beforeChange ?? []), waits],
            afterChange: [...(collection.hooks?.afterChange ?? []), nests, writesOthers],
          },
        }
      : collection.slug === 'users'
        ? {
            ...collection,
            hooks: {
              ...collection.hooks,
              afterLogin: [...(collection.hooks?.afterLogin ?? []), nestsInLogin],
            },
          }
        : collection,
  ),
  endpoints: [
    ...(config.endpoints ?? []),
    { path: '/commit-failed', method: 'post', handler: commitsFailed },
    {
      path: '/local/:id',
      method: 'post',
      handler: async (req) => {
        const data: unknown = await req.json?.()
        if (typeof data !== 'object' || data === null) return Response.json({}, { status: 400 })
        const id = String(req.routeParams?.['id'])
        const write = { collection: 'posts', data, draft: true, depth: 0 } as const
        if (req.query['bulk'] === undefined) return Response.json(await req.payload.update({ ...write, id }))
        return Response.json(await req.payload.update({ ...write, where: { id: { equals: id } } }))
      },
    },
  ],
})

setPayloadMode('production')
const serves = endWithParent()
const config = buildDemoConfig({
  dataDir: options.dataDir,
  postgresUrl: options.postgresUrl,
  secret,
  push: false,
  plugins: options.plugin ? [writes, galley(options.limits)] : [writes],
})
const payload = await getPayload({ config })
holdHalfWritten(payload.db)
const served = await serveHttp(config, options.port)
origin = served.origin
serves(served.server, payload)
sayListening(origin)
