import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Collection, Global, SiteSchema } from '../../shared/cms/schema-model.ts'
import type { RefreshResult } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { SendOutcome } from '../../shared/sync/entry.ts'
import type { Log } from '../log.ts'
import type { StoreApi } from '../store/store-api.ts'
import { serverWords } from './answer-shapes.ts'
import type { ApiAnswer, ApiClient } from './http/api-client.ts'
import type { FileFolder } from '../files/file-folder.ts'
import type { Companion } from './http/companion.ts'
import type { NewPasswords } from './session/new-passwords.ts'
import type { Transfers } from './send/transfers.ts'
import { problemOfNetwork } from './http/network-error.ts'
import { troubleOf } from './server-trouble.ts'

/** The store worker as main sees it. */
export type AsyncStore = {
  [K in keyof StoreApi]: (...input: Parameters<StoreApi[K]>) => Promise<ReturnType<StoreApi[K]>>
}

/** What reading from and writing to one site takes. */
export type SiteContext = {
  client: ApiClient
  store: AsyncStore
  /** What waits to be sent with its document. */
  files: FileFolder
  transfers: Transfers
  newPasswords: NewPasswords
  schema: () => SiteSchema | null
  /** What the server has shown that it does with writes. */
  companion: Companion
  /** Whether what cannot be found of an entity is not there, rather than not for this user's eyes. */
  readsAll: (ref: { kind: DocRef['kind']; slug: string }) => boolean
  /** What the site narrows every list of a collection to, for this user; null: to nothing less than all. */
  baseFilter: (slug: string) => JsonObject | null
  /** Looks whether the server answers and who is signed in; one question at a time (see connection.ts). */
  checkConnection: () => Promise<{ status: 'checking' | 'online' | 'offline' | 'signed-out' }>
  /** Asks for the schema anew; whoever asks meanwhile gets the same answer. */
  refreshSchema: () => Promise<RefreshResult>
  /** An answer came that only the server gives. */
  contacted: () => void
  /** See LONGEST_RUN_MS. */
  longestRunMs: number
  log: Log
  /** Aborted when the account is closed: background reading ends. */
  closed: AbortSignal
}

/** The schema's entity of a document, or null where the schema has none or is not known yet. */
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
 * Judges the answer to a read, with `parse` telling whether it is what was asked for (null: it is not). A refusal is
 * `denied` only when somebody is signed in (SY9); no answer, or somebody else's, is `offline` (SY11).
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
    // The server answers others: this one question took too long or broke off.
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

/** What a read that failed means for an entry that waits for it: nothing was decided, it stays where it is. */
export function outcomeOfFailedRead(result: RefreshResult): SendOutcome {
  return result.outcome === 'offline' || result.outcome === 'signed-out'
    ? { type: result.outcome }
    : { type: 'retry', reason: result.outcome, retryAfterMs: null }
}
