import path from 'node:path'
import { parseArgs } from 'node:util'
import { getPayload } from 'payload'
import type { Access, CollectionConfig, Config, Field, GlobalConfig, PayloadRequest, Plugin } from 'payload'
import { buildDemoConfig } from '../../server/demo/config.ts'
import { openDataDir } from '../../server/demo/data-dir.ts'
import { setPayloadMode } from '../../server/demo/payload-mode.ts'
import { sayListening, serveHttp } from '../../server/demo/serve-http.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { galley } from '../../server/plugin/index.ts'
import { changedByHook, strikeOf } from './strikes.ts'

/* The demo CMS with features of real sites: failing hooks, hooks that change values, restricted access. A request
   header enables one of them, for that request (see strikes.ts). */

const { values } = parseArgs({
  args: process.argv.slice(2),
  strict: false,
  options: { data: { type: 'string' }, port: { type: 'string', default: '0' } },
})
const dataDir = path.resolve(String(values.data))
setPayloadMode('production')
const serves = endWithParent()

const isStruck = (req: PayloadRequest, kind: string, name: string | null = null): boolean => {
  const strike = strikeOf(req.headers)
  return strike?.kind === kind && strike.path === name
}

function throws(kind: string): (args: { req: PayloadRequest }) => void {
  return ({ req }) => {
    if (isStruck(req, kind)) throw new Error(`the site fails: ${kind}`)
  }
}

const unlessDenied =
  (access: Access | undefined): Access =>
  (args) =>
    isStruck(args.req, 'deny') ? false : (access?.(args) ?? Boolean(args.req.user))

function struckField(field: Field): Field {
  if (field.type === 'row' || field.type === 'collapsible')
    return { ...field, fields: field.fields.map(struckField) }
  if (field.type === 'tabs') {
    // A named tab is a group.
    const tabs = field.tabs.map((tab) =>
      'name' in tab ? tab : { ...tab, fields: tab.fields.map(struckField) },
    )
    return { ...field, tabs }
  }
  if (field.type !== 'text') return field
  const { name, access, hooks } = field
  return {
    ...field,
    access: {
      ...access,
      update: (args) => (isStruck(args.req, 'narrow', name) ? false : (access?.update?.(args) ?? true)),
    },
    hooks: {
      ...hooks,
      beforeChange: [
        ...(hooks?.beforeChange ?? []),
        ({ req, value }): unknown =>
          typeof value === 'string' && isStruck(req, 'change', name) ? changedByHook(value) : value,
      ],
    },
  }
}

const struckCollection = (collection: CollectionConfig): CollectionConfig => ({
  ...collection,
  access: { ...collection.access, update: unlessDenied(collection.access?.update) },
  fields: collection.fields.map(struckField),
  hooks: {
    ...collection.hooks,
    beforeChange: [...(collection.hooks?.beforeChange ?? []), throws('throw-before')],
    afterChange: [...(collection.hooks?.afterChange ?? []), throws('throw-after')],
  },
})

const struckGlobal = (global: GlobalConfig): GlobalConfig => ({
  ...global,
  access: { ...global.access, update: unlessDenied(global.access?.update) },
  fields: global.fields.map(struckField),
  hooks: {
    ...global.hooks,
    beforeChange: [...(global.hooks?.beforeChange ?? []), throws('throw-before')],
    afterChange: [...(global.hooks?.afterChange ?? []), throws('throw-after')],
  },
})

const ACCOUNTS = new Set(['users', 'members'])
const strikes: Plugin = (config: Config): Config => ({
  ...config,
  collections: (config.collections ?? []).map((one) =>
    ACCOUNTS.has(one.slug) ? one : struckCollection(one),
  ),
  globals: (config.globals ?? []).map(struckGlobal),
})

const data = openDataDir(dataDir, false, false)
const config = buildDemoConfig({
  dataDir,
  secret: data.secret,
  push: false,
  plugins: [strikes, galley({ siteName: 'Nordlys Travel' })],
})
const payload = await getPayload({ config })
const { server, origin } = await serveHttp(config, Number(values.port))
sayListening(origin)
serves(server, payload)
