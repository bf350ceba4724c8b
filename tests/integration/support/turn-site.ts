/*
 * The demo CMS with hooks and an endpoint that write as sites do, for tests of who may write when. It
 * takes the arguments of the demo (startCms with `script`). What a post's hook does is said in its
 * `kicker`:
 * - `wait NAME`: before the row is written it makes the file NAME-waiting in the data folder, and goes
 *   on when there is a file NAME-go
 * - `nest`, `nest apart`: afterwards it writes the same post again, with and without the request
 * - `nest over REST`: afterwards it asks the site's own API to
 * `POST /api/local/ID` writes a post over the Local API, with `?bulk` by a condition.
 */
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getPayload } from 'payload'
import type { CollectionAfterChangeHook, CollectionBeforeChangeHook, Plugin } from 'payload'
import { buildDemoConfig } from '../../../server/demo/config.ts'
import { openDataDir } from '../../../server/demo/data-dir.ts'
import { sayListening, serveHttp } from '../../../server/demo/serve-http.ts'
import { parseServeOptions } from '../../../server/demo/options.ts'
import { galley } from '../../../server/plugin/index.ts'

const options = parseServeOptions(process.argv.slice(2))
const { secret } = openDataDir(options.dataDir, false, options.postgresUrl !== null)

let origin = 'http://127.0.0.1'

const waits: CollectionBeforeChangeHook = async ({ data }) => {
  const kicker: unknown = data['kicker']
  if (typeof kicker !== 'string' || !kicker.startsWith('wait ')) return
  const name = path.join(options.dataDir, kicker.slice('wait '.length))
  writeFileSync(`${name}-waiting`, '')
  while (!existsSync(`${name}-go`)) await sleep(10)
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

const writes: Plugin = (config) => ({
  ...config,
  collections: (config.collections ?? []).map((collection) =>
    collection.slug === 'posts'
      ? {
          ...collection,
          hooks: {
            ...collection.hooks,
            beforeChange: [...(collection.hooks?.beforeChange ?? []), waits],
            afterChange: [...(collection.hooks?.afterChange ?? []), nests],
          },
        }
      : collection,
  ),
  endpoints: [
    ...(config.endpoints ?? []),
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

Object.assign(process.env, {
  NODE_ENV: 'production',
  DISABLE_PAYLOAD_HMR: 'true',
  PAYLOAD_DISABLE_DEPENDENCY_CHECKER: 'true',
})
process.stdin.on('end', () => process.exit(0))
process.stdin.resume()
const config = buildDemoConfig({
  dataDir: options.dataDir,
  postgresUrl: options.postgresUrl,
  secret,
  push: false,
  plugins: options.plugin ? [writes, galley()] : [writes],
})
await getPayload({ config })
origin = (await serveHttp(config, options.port)).origin
sayListening(origin)
