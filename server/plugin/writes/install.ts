import type {
  Endpoint,
  Payload,
  PayloadHandler,
  SanitizedCollectionConfig,
  SanitizedGlobalConfig,
} from 'payload'
import { answerStoreOf, purgeNowAndThen } from '../idempotency/answer-store.ts'
import type { AnswerStore } from '../idempotency/answer-store.ts'
import { replayable } from '../idempotency/replayable.ts'
import type { Settings } from '../options.ts'
import { isInternal, wrapAdapterWrites } from './adapter-writes.ts'
import { checkedCreate } from './checked-create.ts'
import { dateGlobalSnapshot, dateSnapshot } from './locale-publish.ts'
import { beforeCollectionOperation, beforeGlobalOperation } from './operation-hooks.ts'
import { scopeLocalApi, scopedWrite, withoutBase } from './scoped-write.ts'

type Wrap = (handler: PayloadHandler) => PayloadHandler

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

function installOnCollection(config: SanitizedCollectionConfig, store: AnswerStore): void {
  const once = replayable(store, { redoLost: true })
  const createOnce = replayable(store, { redoLost: false })
  config.hooks.beforeOperation = [beforeCollectionOperation, ...(config.hooks.beforeOperation ?? [])]
  config.hooks.beforeChange = [...(config.hooks.beforeChange ?? []), dateSnapshot]
  config.endpoints = wrapEndpoints(config.endpoints, {
    'post /': (handler) => createOnce(checkedCreate(config, handler)),
    'patch /': (handler) => once(withoutBase(scopedWrite(handler))),
    'delete /': (handler) => once(withoutBase(scopedWrite(handler))),
    'patch /:id': (handler) => once(scopedWrite(handler)),
    'delete /:id': (handler) => once(scopedWrite(handler)),
    'post /:id/duplicate': (handler) => createOnce(handler),
    'post /versions/:id': (handler) => once(scopedWrite(handler)),
  })
}

function installOnGlobal(config: SanitizedGlobalConfig, store: AnswerStore): void {
  const once = replayable(store, { redoLost: true })
  config.hooks.beforeOperation = [beforeGlobalOperation, ...(config.hooks.beforeOperation ?? [])]
  config.hooks.beforeChange = [...(config.hooks.beforeChange ?? []), dateGlobalSnapshot]
  config.endpoints = wrapEndpoints(config.endpoints, {
    'post /': (handler) => once(scopedWrite(handler)),
    'post /versions/:id': (handler) => once(scopedWrite(handler)),
  })
}

/**
 * Makes every write of the site checkable and repeatable. It works on the finished config, so that
 * collections of plugins that come later, and those Payload adds itself (folders), are covered too.
 * Called again after a development server has replaced the config; does each part once.
 */
export async function install(payload: Payload, settings: Settings): Promise<void> {
  const store = answerStoreOf(payload, settings)
  for (const [slug, { config }] of Object.entries(payload.collections)) {
    if (isInternal(slug) || installed.has(config)) continue
    installed.add(config)
    installOnCollection(config, store)
  }
  for (const config of payload.globals.config) {
    if (installed.has(config)) continue
    installed.add(config)
    installOnGlobal(config, store)
  }
  wrapAdapterWrites(payload)
  scopeLocalApi(payload)
  purgeNowAndThen(store, payload)
}
