import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Collection, Global, SiteSchema } from '../../shared/cms/schema-model.ts'
import type { RefreshResult } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { SendOutcome } from '../../shared/sync/entry.ts'
import type { Log } from '../log.ts'
import type { StoreApi } from '../store/store-api.ts'
import { serverWords, troubleOf } from './answer-shapes.ts'
import type { ApiAnswer, ApiClient } from './http/api-client.ts'
import type { FileFolder } from '../files/file-folder.ts'
import type { Companion } from './http/companion.ts'
import type { NewPasswords } from './session/new-passwords.ts'
import type { Transfers } from './send/transfers.ts'
import { problemOfNetwork } from './http/network-error.ts'
import { siteId } from '../../shared/cms/doc-ref.ts'

/** The store worker's API as main calls it. */
export type AsyncStore = {
  [K in keyof StoreApi]: (...input: Parameters<StoreApi[K]>) => Promise<ReturnType<StoreApi[K]>>
}

/** The services for reading from and writing to one site. */
export type SiteContext = {
  client: ApiClient
  store: AsyncStore
  /** The folder of pending files. */
  files: FileFolder
  transfers: Transfers
  newPasswords: NewPasswords
  schema: () => SiteSchema | null
  /** The known services of the server's companion. */
  companion: Companion
  /** True if the user may read all documents of the entity, so that one not found does not exist. */
  readsAll: (ref: { kind: DocRef['kind']; slug: string }) => boolean
  /** The site's base filter of a collection's lists, for this user; null: none. */
  baseFilter: (slug: string) => JsonObject | null
  /** Asks whether the server answers and who is signed in; one request at a time (see connection.ts). */
  checkConnection: () => Promise<{ status: 'checking' | 'online' | 'offline' | 'signed-out' }>
  /** Fetches the schema; simultaneous calls share the answer. */
  refreshSchema: () => Promise<RefreshResult>
  /** The server itself has answered. */
  contacted: () => void
  /** See LONGEST_RUN_MS. */
  longestRunMs: number
  log: Log
  /** Aborted when the account is closed, which ends background reading. */
  closed: AbortSignal
}

/** The collection or global of a document; null if the schema lacks it or is not known yet. */
export function entityOf(
  schema: SiteSchema | null,
  ref: { kind: DocRef['kind']; slug: string },
): Collection | Global | null {
  if (!schema) return null
  const entities: (Collection | Global)[] = ref.kind === 'collection' ? schema.collections : schema.globals
  return entities.find((entity) => entity.slug === ref.slug) ?? null
}

export function hasDrafts(entity: Collection | Global | null): boolean {
  return entity?.versions?.drafts === true
}

export type Read<T> = { ok: true; value: T } | { ok: false; result: RefreshResult }

/**
 * Judges the answer to a read; `parse` returns null for unexpected content. A refusal is `denied` only if somebody is
 * signed in (SY9); no answer, or that of another server, is `offline`, or `failed` if a check is answered (SY11).
 */
export async function judgeRead<T>(
  site: SiteContext,
  answer: ApiAnswer,
  parse: (json: unknown) => T | null,
): Promise<Read<T>> {
  const fail = (result: RefreshResult): Read<T> => ({ ok: false, result })
  const trouble = troubleOf(answer)
  if (answer.kind === 'network' || trouble?.code === 'portal' || trouble?.code === 'proxy-login') {
    const { status } = await site.checkConnection()
    if (status === 'signed-out') return fail({ outcome: 'signed-out' })
    if (status !== 'online') return fail({ outcome: 'offline' })
    // The server answers other requests: this one took too long or broke off.
    const { detail } = answer.kind === 'network' ? problemOfNetwork(answer.code) : (trouble ?? { detail: '' })
    return fail({ outcome: 'failed', message: detail })
  }
  const { message } = serverWords(answer.json)
  if (answer.status === 401 || answer.status === 403) {
    const { status } = await site.checkConnection()
    if (status === 'signed-out') return fail({ outcome: 'signed-out' })
    if (status !== 'online') return fail({ outcome: 'offline' })
    return fail({ outcome: 'denied', message })
  }
  if (answer.status === 404) return fail({ outcome: 'gone', message })
  if (answer.status !== 200) return fail({ outcome: 'failed', message: message || `HTTP ${answer.status}` })
  const value = parse(answer.json)
  if (value === null) return fail({ outcome: 'failed', message: '' })
  site.contacted()
  return { ok: true, value }
}

/** The outcome of an entry that waited for a failed read: nothing was decided, so it stays as it is. */
export function outcomeOfFailedRead(result: RefreshResult): SendOutcome {
  return result.outcome === 'offline' || result.outcome === 'signed-out'
    ? { type: result.outcome }
    : { type: 'retry', reason: result.outcome, retryAfterMs: null }
}

type Site = Pick<SiteContext, 'schema'>

/** The document as a value of Payload's relations. */
export function documentRelation(
  site: Site,
  ref: { slug: string; id: string },
): { relationTo: string; value: string | number } {
  return { relationTo: ref.slug, value: siteId(site.schema()?.collections ?? [], ref) }
}

/** The parameters that name a document or global to the companion. */
export function documentTarget(site: Site, ref: DocRef): Record<string, string | number> {
  return ref.kind === 'global' ? { global: ref.slug } : documentRelation(site, ref)
}
