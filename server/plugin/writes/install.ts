import type {
  Endpoint,
  Payload,
  PayloadHandler,
  SanitizedCollectionConfig,
  SanitizedGlobalConfig,
} from 'payload'
import { takeOwnTokens } from '../browser-login/token-strategy.ts'
import { watchCreations } from '../idempotency/created-row.ts'
import { keptKeysOf } from '../idempotency/kept-keys.ts'
import type { KeptKeys } from '../idempotency/kept-keys.ts'
import type { KEYED_COLLECTION, KEYED_GLOBAL } from '../idempotency/keyed-endpoints.ts'
import { replayable } from '../idempotency/replayable.ts'
import { setPatience } from '../leases/patience.ts'
import type { Settings } from '../options.ts'
import { fitsSchema, saysSchema } from '../schema/schema-mark.ts'
import { saysSite } from '../site-id.ts'
import { isInternal, wrapAdapterWrites } from './adapter-writes.ts'
import { checkedCreate } from './checked-create.ts'
import { dateGlobalSnapshot, dateSnapshot } from './locale-publish.ts'
import { followDraftTitles } from './slug-of-draft.ts'
import { beforeCollectionOperation, beforeGlobalOperation } from './operation-hooks.ts'
import { scopeLocalApi, scopedWrite, toldWhenBusy, withoutBase } from './scoped-write.ts'
import { countCreations, wholeRead } from './whole-reads.ts'
import { writing } from './write-scope.ts'

type Wrap = (handler: PayloadHandler) => PayloadHandler

const installed = new WeakSet<object>()

function wrapEndpoints(
  endpoints: Omit<Endpoint, 'root'>[] | false,
  wraps: Readonly<Record<string, Wrap>>,
): Omit<Endpoint, 'root'>[] | false {
  if (!Array.isArray(endpoints)) return endpoints
  // The default endpoints are the same objects in every collection, so they are never changed in place.
  return endpoints.map((endpoint) => {
    const wrap = wraps[`${endpoint.method} ${endpoint.path}`]
    const handler = wrap ? toldWhenBusy(wrap(endpoint.handler)) : endpoint.handler
    return { ...endpoint, handler: saysSite(saysSchema(handler)) }
  })
}

/** The wrappers of the endpoints whose keys are stored. */
type KeyedWraps<Endpoints extends readonly string[]> = Readonly<Record<Endpoints[number], Wrap>>

/** The wrappers of the endpoints that read documents. */
type ReadWraps = Readonly<Record<`get /${string}`, Wrap>>

function installOnCollection(config: SanitizedCollectionConfig, kept: KeptKeys | null): void {
  const once = replayable(kept, { shape: 'document', creates: null })
  const manyOnce = replayable(kept, { shape: 'many', creates: null })
  const createOnce = (status: number): Wrap =>
    replayable(kept, { shape: 'document', creates: { collection: config.slug, status } })
  config.hooks.beforeOperation = [beforeCollectionOperation, ...(config.hooks.beforeOperation ?? [])]
  config.hooks.beforeChange = [...(config.hooks.beforeChange ?? []), dateSnapshot]
  const keyed: KeyedWraps<typeof KEYED_COLLECTION> = {
    'post /': (handler) => createOnce(201)(fitsSchema(checkedCreate(config, writing(handler)))),
    'patch /': (handler) => manyOnce(withoutBase(fitsSchema(scopedWrite(handler)))),
    'delete /': (handler) => manyOnce(withoutBase(fitsSchema(scopedWrite(handler)))),
    'patch /:id': (handler) => once(fitsSchema(scopedWrite(handler))),
    'delete /:id': (handler) => once(fitsSchema(scopedWrite(handler))),
    'post /:id/duplicate': (handler) => createOnce(200)(fitsSchema(writing(handler))),
    'post /versions/:id': (handler) => once(fitsSchema(scopedWrite(handler))),
  }
  const [whole, wholeVersions] = [
    wholeRead({ collection: config.slug }),
    wholeRead({ versionsOf: config.slug }),
  ]
  const reads: ReadWraps = {
    'get /': whole,
    'get /:id': whole,
    'get /versions': wholeVersions,
    'get /versions/:id': wholeVersions,
  }
  config.endpoints = wrapEndpoints(config.endpoints, { ...keyed, ...reads, 'post /login': writing })
}

function installOnGlobal(config: SanitizedGlobalConfig, kept: KeptKeys | null): void {
  const once = replayable(kept, { shape: 'global', creates: null })
  config.hooks.beforeOperation = [beforeGlobalOperation, ...(config.hooks.beforeOperation ?? [])]
  config.hooks.beforeChange = [...(config.hooks.beforeChange ?? []), dateGlobalSnapshot]
  const keyed: KeyedWraps<typeof KEYED_GLOBAL> = {
    'post /': (handler) => once(fitsSchema(scopedWrite(handler))),
    'post /versions/:id': (handler) => once(fitsSchema(scopedWrite(handler))),
  }
  const whole = wholeRead({ global: config.slug })
  const reads: ReadWraps = { 'get /': whole, 'get /versions': whole, 'get /versions/:id': whole }
  config.endpoints = wrapEndpoints(config.endpoints, { ...keyed, ...reads })
}

/**
 * Makes every write of the site checked and repeatable, on the finished config, so that collections of later plugins
 * and Payload's own are covered. May run again after a reload; does each part once.
 */
export async function install(payload: Payload, settings: Settings): Promise<void> {
  setPatience(payload, settings.deadAfterMs)
  const kept = keptKeysOf(payload, settings)
  watchCreations(payload)
  takeOwnTokens(payload)
  for (const [slug, { config }] of Object.entries(payload.collections)) {
    if (isInternal(slug) || installed.has(config)) continue
    installed.add(config)
    installOnCollection(config, kept)
    followDraftTitles(config.fields)
  }
  for (const config of payload.globals.config) {
    if (installed.has(config)) continue
    installed.add(config)
    installOnGlobal(config, kept)
  }
  countCreations(payload)
  wrapAdapterWrites(payload)
  scopeLocalApi(payload)
}
