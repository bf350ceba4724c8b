/*
 * node --import ./payload-imports.ts serve-payload-site.ts SITE: serves a site of Payload's test folder with the
 * companion, without Next, until the process that started it is gone. Its one line on stdout is where, and which of its
 * collections signs in.
 */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SanitizedConfig } from 'payload'
import { serveHttp } from '../../server/demo/serve-http.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { parityFolder } from './folders.ts'

const [site = ''] = process.argv.slice(2)
const data = path.join(parityFolder, 'data', site.replaceAll('/', '+'))
rmSync(data, { recursive: true, force: true })
mkdirSync(data, { recursive: true })
Object.assign(process.env, {
  NODE_ENV: 'development',
  PAYLOAD_DATABASE: 'sqlite',
  PAYLOAD_DROP_DATABASE: 'false',
  SQLITE_URL: `file:${path.join(data, 'site.sqlite')}`,
  DATABASE_URL: `file:${path.join(data, 'site.sqlite')}`,
  DISABLE_PAYLOAD_HMR: 'true',
  PAYLOAD_DISABLE_DEPENDENCY_CHECKER: 'true',
  PAYLOAD_TELEMETRY_DISABLED: 'true',
  PAYLOAD_SECRET: 'of a site that is crawled',
  SEED_IN_CONFIG_ONINIT: 'true',
})
const serves = endWithParent()
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = process.stderr.write.bind(process.stderr)
process.on('unhandledRejection', (error) => console.error('unhandled', error))

const { default: promised }: { default: Promise<SanitizedConfig> } = await import(
  pathToFileURL(path.join(parityFolder, 'test', site, 'config.ts')).href
)
const config = await promised
const { getPayload } = await import('payload')
const payload = await getPayload({ config })
const { server, origin } = await serveHttp(promised, 0)
serves(server, payload)
write(`${JSON.stringify({ origin, api: config.routes.api, users: config.admin.user })}\n`)
