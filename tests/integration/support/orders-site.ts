/*
 * A site with orders that people make: of documents with drafts, of files, and of documents that are in several lists (a
 * join on a field that points at many). Started as the demo CMS is (startCms with `script`).
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { buildConfig, getPayload } from 'payload'
import type { Access } from 'payload'
import { sayListening, serveHttp } from '../../../server/demo/serve-http.ts'
import { galley } from '../../../server/plugin/index.ts'

const { values } = parseArgs({
  strict: false,
  options: { data: { type: 'string' }, port: { type: 'string', default: '0' } },
})

const isSignedIn: Access = ({ req }) => Boolean(req.user)
const access = { create: isSignedIn, read: isSignedIn, update: isSignedIn, delete: isSignedIn }

Object.assign(process.env, {
  NODE_ENV: 'development',
  DISABLE_PAYLOAD_HMR: 'true',
  PAYLOAD_DISABLE_DEPENDENCY_CHECKER: 'true',
})
process.stdin.on('end', () => process.exit(0))
process.stdin.resume()

const config = buildConfig({
  secret: 'of the site with orders',
  telemetry: false,
  typescript: { autoGenerate: false },
  logger: { options: { level: 'fatal' }, destination: process.stderr },
  db: sqliteAdapter({ client: { url: `file:${path.join(String(values.data), 'cms.sqlite')}` }, push: true }),
  admin: { user: 'users' },
  collections: [
    {
      slug: 'steps',
      access,
      orderable: true,
      versions: { drafts: true },
      fields: [{ name: 'title', type: 'text' }],
    },
    {
      slug: 'projects',
      access,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'tasks', type: 'join', collection: 'tasks', on: 'projects', orderable: true },
      ],
    },
    {
      slug: 'tasks',
      access,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'projects', type: 'relationship', relationTo: 'projects', hasMany: true },
      ],
    },
    {
      slug: 'pictures',
      access,
      orderable: true,
      upload: { staticDir: path.join(String(values.data), 'pictures') },
      fields: [{ name: 'alt', type: 'text' }],
    },
    { slug: 'users', auth: true, access, fields: [] },
  ],
  plugins: [galley()],
  onInit: async (payload) => {
    const { totalDocs } = await payload.count({ collection: 'users' })
    if (totalDocs === 0)
      await payload.create({
        collection: 'users',
        data: { email: 'editor@example.com', password: 'galley-demo' },
      })
  },
})
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = process.stderr.write.bind(process.stderr)
await getPayload({ config })
process.stdout.write = write
Object.assign(process.env, { NODE_ENV: 'production' })
const { origin } = await serveHttp(config, Number(values.port))
sayListening(origin)
