// Shared parts of the tests' sites other than the demo: each is started like the demo CMS (startCms with `script`),
// with SQLite.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { buildConfig, getPayload } from 'payload'
import type { Access, Config, Payload } from 'payload'
import { setPayloadMode } from '../../../server/demo/payload-mode.ts'
import { sayListening, serveHttp } from '../../../server/demo/serve-http.ts'
import { galley } from '../../../server/plugin/index.ts'
import { endWithParent } from '../../support/end-with-parent.ts'

const { values } = parseArgs({
  strict: false,
  options: { data: { type: 'string' }, port: { type: 'string', default: '0' } },
})

/** The data folder of the site. */
export const dataDir = String(values.data)

export const isSignedIn: Access = ({ req }) => Boolean(req.user)
/** Allows everything to signed-in users. */
export const access = { create: isSignedIn, read: isSignedIn, update: isSignedIn, delete: isSignedIn }

/** Creates the demo's editor, or a user of another address, if missing. */
export async function makeEditor(payload: Payload, email = 'editor@example.com'): Promise<void> {
  const { totalDocs } = await payload.count({ collection: 'users', where: { email: { equals: email } } })
  if (totalDocs > 0) return
  const data = { email, password: 'galley-demo' }
  await payload.create({ collection: 'users', data })
}

/** Serves a site with the companion plugin until this process is told to end, or its parent is gone. */
export async function serveSite(site: Omit<Config, 'db' | 'secret'>): Promise<void> {
  setPayloadMode('development')
  const serves = endWithParent()

  const config = buildConfig({
    secret: 'of a site of the tests',
    telemetry: false,
    typescript: { autoGenerate: false },
    logger: { options: { level: 'fatal' }, destination: process.stderr },
    db: sqliteAdapter({ client: { url: `file:${path.join(dataDir, 'cms.sqlite')}` }, push: true }),
    plugins: [galley()],
    ...site,
    admin: { user: 'users', ...site.admin },
  })
  // stdout has only the line with the address.
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr)
  const payload = await getPayload({ config })
  process.stdout.write = write
  setPayloadMode('production')
  const { server, origin } = await serveHttp(config, Number(values.port))
  serves(server, payload)
  sayListening(origin)
}
