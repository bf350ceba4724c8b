import type {
  Endpoint,
  Payload,
  PayloadHandler,
  SanitizedCollectionConfig,
  SanitizedGlobalConfig,
} from 'payload'
import { watchCreations } from '../idempotency/created-row.ts'
import { keptKeysOf } from '../idempotency/kept-keys.ts'
import type { KeptKeys } from '../idempotency/kept-keys.ts'
import { replayable } from '../idempotency/replayable.ts'
import type { Settings } from '../options.ts'
import { dateGlobalSnapshot, dateSnapshot } from './locale-publish.ts'
import {
  checkedCreate,
  lockedById,
  lockedGlobal,
  lockedGlobalRestore,
  lockedRestore,
  withoutBase,
} from './locked-write.ts'
import { checkBaseBeforeDelete, checkBaseBeforeValidate, checkBaseOfGlobal } from './stale-hooks.ts'

type Wrap = (handler: PayloadHandler) => PayloadHandler

/** Payload's own bookkeeping: no client writes these with a key or a base. */
const INTERNAL = new Set([
  'payload-kv',
  'payload-jobs',
  'payload-migrations',
  'payload-preferences',
  'payload-locked-documents',
])

const installed = new WeakSet<object>()

function wrapEndpoints(
  endpoints: Omit<Endpoint, 'root'>[] | false,
  wraps: Readonly<Record<string, Wrap>>,
): Omit<Endpoint, 'root'>[] | false {
  if (!Array.isArray(endpoints)) return endpoints
  // The default endpoints are the same objects in every collection: never change them in place.
  return endpoints.map((endpoint) => {
    const wrap = wraps[`${endpoint.method} ${endpoint.path}`]
    return wrap ? { ...endpoint, handler: wrap(endpoint.handler) } : endpoint
  })
}

function installOnCollection(config: SanitizedCollectionConfig, kept: KeptKeys | null): void {
  const once = replayable(kept, { shape: 'document', creates: null })
  const manyOnce = replayable(kept, { shape: 'many', creates: null })
  const createOnce = (status: number): Wrap =>
    replayable(kept, { shape: 'document', creates: { collection: config.slug, status } })
  config.hooks.beforeValidate = [checkBaseBeforeValidate, ...(config.hooks.beforeValidate ?? [])]
  config.hooks.beforeChange = [...(config.hooks.beforeChange ?? []), dateSnapshot]
  config.hooks.beforeDelete = [checkBaseBeforeDelete, ...(config.hooks.beforeDelete ?? [])]
  config.endpoints = wrapEndpoints(config.endpoints, {
    'post /': (handler) => createOnce(201)(checkedCreate(config, handler)),
    'patch /': (handler) => manyOnce(withoutBase(handler)),
    'delete /': (handler) => manyOnce(withoutBase(handler)),
    'patch /:id': (handler) => once(lockedById(config, handler)),
    'delete /:id': (handler) => once(lockedById(config, handler)),
    'post /:id/duplicate': createOnce(200),
    'post /versions/:id': (handler) => once(config.versions ? lockedRestore(config, handler) : handler),
  })
}

function installOnGlobal(config: SanitizedGlobalConfig, kept: KeptKeys | null): void {
  const once = replayable(kept, { shape: 'global', creates: null })
  config.hooks.beforeChange = [...(config.hooks.beforeChange ?? []), dateGlobalSnapshot]
  config.hooks.beforeValidate = [checkBaseOfGlobal, ...(config.hooks.beforeValidate ?? [])]
  config.endpoints = wrapEndpoints(config.endpoints, {
    'post /': (handler) => once(lockedGlobal(config, handler)),
    'post /versions/:id': (handler) => once(lockedGlobalRestore(config, handler)),
  })
}

/**
 * Makes every write of the site checkable and repeatable. It works on the finished config, so that
 * collections of plugins that come later, and those Payload adds itself (folders), are covered too.
 * Called again after a development server has replaced the config; does each part once.
 */
export async function install(payload: Payload, settings: Settings): Promise<void> {
  const kept = keptKeysOf(payload, settings)
  watchCreations(payload)
  for (const [slug, { config }] of Object.entries(payload.collections)) {
    if (INTERNAL.has(slug) || installed.has(config)) continue
    installed.add(config)
    installOnCollection(config, kept)
  }
  for (const config of payload.globals.config) {
    if (installed.has(config)) continue
    installed.add(config)
    installOnGlobal(config, kept)
  }
}
