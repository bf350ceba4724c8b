import { refKey } from '../../shared/cms/doc-ref.ts'
import { isPathSegment } from '../../shared/cms/path-segment.ts'
import type { JsonObject } from '../../shared/json.ts'
import { isJsonObject } from '../../shared/json.ts'
import { classifyAnswer, type AnswerClass } from '../../shared/sync/classify.ts'
import type { OutboxEntry, Problem, SendOutcome } from '../../shared/sync/entry.ts'
import type { WriteRequest } from '../../shared/sync/request.ts'
import type { StoreApi } from '../store/store-api.ts'
import { StoreError } from '../store/store-error.ts'
import type { ApiAnswer } from './api-client.ts'
import { neverLeft } from './network-error.ts'
import { readBase, readUpdatedAt } from './read-documents.ts'
import { resolveUnknown } from './resolve-unknown.ts'
import { outcomeUnknown, readCreated } from './find-created.ts'
import { outcomeOfFailedRead, type SiteContext } from './site-context.ts'

type Prepared = NonNullable<ReturnType<StoreApi['prepareSend']>>

export type EntrySender = {
  send: (key: string) => Promise<SendOutcome>
  /** Resolves when nothing is on its way any more. */
  idle: () => Promise<void>
}

/**
 * Sends outbox entries to the server. One request per document at a time (SY3): the store gives only the head of a
 * queue, and what is on its way is remembered here as well. A key that is on its way already gets the same outcome.
 */
export function createEntrySender(site: SiteContext): EntrySender {
  const running = new Map<string, Promise<SendOutcome>>()
  const documents = new Set<string>()

  const sendOne = async (key: string): Promise<SendOutcome> => {
    const prepared = await site.store.prepareSend(key)
    if (!prepared) return { type: 'gone' }
    const document = refKey(prepared.entry.ref)
    if (documents.has(document)) return { type: 'gone' }
    documents.add(document)
    try {
      return await sendPrepared(site, prepared)
    } finally {
      documents.delete(document)
    }
  }

  return {
    send(key) {
      const known = running.get(key)
      if (known) return known
      const sending = sendOne(key).finally(() => running.delete(key))
      running.set(key, sending)
      return sending
    },
    async idle() {
      await Promise.allSettled(running.values())
    },
  }
}

async function sendPrepared(site: SiteContext, given: Prepared): Promise<SendOutcome> {
  let prepared = given
  const capabilities = site.schema()?.capabilities
  if (prepared.entry.state === 'unknown' && !capabilities?.idempotency) {
    const resolved = await resolveUnknown(site, prepared)
    if (resolved !== 'send') return resolved
    const again = await site.store.prepareSend(prepared.entry.key)
    if (!again) return outcomeOfRebase(site, prepared.entry)
    prepared = again
  }
  const { entry, request } = prepared
  if (!entry.create && !capabilities?.staleCheck) {
    const moved = await compareBase(site, prepared)
    if (moved) return moved
  }
  const refused = await markSending(site, entry, request)
  if (refused) return refused
  const outcome = await settle(site, await ask(site, entry, request, 1))
  site.log.info('sent-entry', {
    key: entry.key,
    slug: entry.ref.slug,
    mode: entry.mode,
    outcome: outcome.type,
  })
  return outcome
}

/**
 * Durable before the request can leave (SY4). The outcome where it must not leave: the entry was discarded, or it or
 * its base has changed since the request was built, which a new request makes good.
 */
async function markSending(
  site: SiteContext,
  entry: OutboxEntry,
  request: WriteRequest,
): Promise<SendOutcome | null> {
  try {
    await site.store.markSending({ key: entry.key, request })
    return null
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    if (error.code === 'no-entry') return { type: 'gone' }
    if (error.code === 'busy') return { type: 'retry', reason: 'busy', retryAfterMs: 0 }
    throw error
  }
}

/** Without the server's stale check the revision is compared here, just before the write (SY5). */
async function compareBase(
  site: SiteContext,
  { entry, baseUpdatedAt }: Prepared,
): Promise<SendOutcome | null> {
  const now = await readUpdatedAt(site, entry.ref)
  if (!now.ok) {
    // A document that is gone is for the write itself to find: for a deletion that is success.
    if (now.result.outcome === 'gone' || now.result.outcome === 'denied') return null
    return outcomeOfFailedRead(now.result)
  }
  return now.value.updatedAt === baseUpdatedAt ? null : rebase(site, entry, baseUpdatedAt)
}

type Sent = {
  entry: OutboxEntry
  request: WriteRequest
  answer: ApiAnswer
  judged: AnswerClass
  /** How often the request left in this attempt. */
  times: number
}

async function ask(
  site: SiteContext,
  entry: OutboxEntry,
  request: WriteRequest,
  times: number,
): Promise<Sent> {
  const answer = await site.client.request({
    method: request.method,
    path: request.path,
    body: request.body,
    neverRepeat: !site.schema()?.capabilities.idempotency,
    headers: {
      'Idempotency-Key': request.idempotencyKey,
      ...(request.baseUpdatedAt === null ? {} : { 'x-galley-base': request.baseUpdatedAt }),
    },
  })
  const judged = classifyAnswer(answer, { mode: entry.mode, create: entry.create })
  return { entry, request, answer, judged, times }
}

async function settle(
  site: SiteContext,
  { entry, request, answer, judged, times }: Sent,
): Promise<SendOutcome> {
  const { key } = entry
  // Once unknown, only a definite answer makes it known: a later attempt that never left says nothing of the first.
  const wasUnknown = entry.state === 'unknown'
  const park = async (problem: Problem): Promise<SendOutcome> => {
    await site.store.settleParked({ key, problem })
    return { type: 'parked', problem }
  }
  const later = async (
    maybeDone: boolean,
    reason: string,
    retryAfterMs: number | null,
  ): Promise<SendOutcome> => {
    await site.store.settleRetry({ key, outcomeUnknown: wasUnknown || maybeDone })
    return { type: 'retry', reason, retryAfterMs }
  }
  /** The connection decides whether to wait for it or to try again after a while. */
  const lost = async (maybeDone: boolean, reason: string): Promise<SendOutcome> => {
    const outcome = await later(maybeDone, reason, null)
    const { status } = await site.checkConnection()
    return status === 'online' ? outcome : { type: status === 'signed-out' ? 'signed-out' : 'offline' }
  }

  switch (judged.type) {
    case 'done': {
      const data = entry.mode === 'delete' ? null : writtenDocument(answer)
      // 2xx without the document: somebody answered, but not in full.
      if (entry.mode !== 'delete' && data === null) return later(true, 'no document in the answer', null)
      return sent(site, entry, data)
    }
    case 'deleted-already':
      return sent(site, entry, null)
    case 'retry':
      return later(judged.maybeDone, judged.reason, judged.retryAfterMs)
    case 'in-progress':
      return later(true, 'in progress', judged.retryAfterMs)
    case 'network':
      return lost(judged.maybeDone && !neverLeft(judged.reason), judged.reason)
    case 'portal':
      return lost(judged.maybeDone, judged.reason)
    case 'stale':
      await site.store.settleRetry({ key, outcomeUnknown: false })
      return rebase(site, entry, request.baseUpdatedAt)
    case 'key-mismatch':
      if (wasUnknown && entry.create) return park(outcomeUnknown())
      await site.store.settleRetry({ key, outcomeUnknown: false })
      return { type: 'retry', reason: 'key used before', retryAfterMs: 0 }
    case 'outcome-unknown': {
      await site.store.settleRetry({ key, outcomeUnknown: true })
      const resolved = await resolveUnknown(site, { entry, request })
      return resolved === 'send' ? { type: 'retry', reason: 'not found', retryAfterMs: 0 } : resolved
    }
    case 'exists':
      return settleExisting(site, entry, request, park)
    case 'auth': {
      // Asked first: with nobody signed in the entry only waits (SY9).
      const { status } = await site.checkConnection()
      if (status === 'online' && judged.check) {
        // Somebody may have signed in again since: that refusal was for the session before.
        if (times === 1) return settle(site, await ask(site, entry, request, 2))
        return park(judged.problem)
      }
      await site.store.settleRetry({ key, outcomeUnknown: wasUnknown })
      if (status === 'online') return { type: 'retry', reason: 'not signed in', retryAfterMs: null }
      return { type: status === 'signed-out' ? 'signed-out' : 'offline' }
    }
    case 'gone':
    case 'parked':
      return park(judged.problem)
  }
}

async function sent(site: SiteContext, entry: OutboxEntry, data: JsonObject | null): Promise<SendOutcome> {
  const { ref } = await site.store.settleSent({ key: entry.key, answer: { data, locale: entry.locale } })
  site.contacted()
  return { type: 'sent', ref }
}

/**
 * The id of a creation is taken. The id is a random uuid made here, so the document is this one: its creation arrived
 * and the answer was lost.
 */
async function settleExisting(
  site: SiteContext,
  entry: OutboxEntry,
  request: WriteRequest,
  park: (problem: Problem) => Promise<SendOutcome>,
): Promise<SendOutcome> {
  const found = await readCreated(site, entry, request)
  if (found.kind === 'ours') return sent(site, entry, found.answer)
  if (found.kind === 'no-answer') {
    await site.store.settleRetry({ key: entry.key, outcomeUnknown: true })
    return found.outcome
  }
  return park(outcomeUnknown())
}

/** Fetches what the server has now and puts the entry on top of it (SY5, SY6). The entry is waiting at this point. */
async function rebase(site: SiteContext, entry: OutboxEntry, under: string | null): Promise<SendOutcome> {
  const read = await readBase(site, entry.ref)
  if (!read.ok) {
    const { result } = read
    if (result.outcome === 'gone' || result.outcome === 'denied') {
      const problem: Problem = {
        code: result.outcome,
        message: result.message,
        status: result.outcome === 'gone' ? 404 : 403,
        fields: [],
        conflicts: [],
      }
      await site.store.settleParked({ key: entry.key, problem })
      return { type: 'parked', problem }
    }
    return outcomeOfFailedRead(result)
  }
  // Answered as stale, yet nothing moved: trying again at once would go round in circles.
  if (read.value.updatedAt === under && under !== null) {
    await site.store.putBase(read.value)
    return { type: 'retry', reason: 'stale without a newer version', retryAfterMs: null }
  }
  const put = await site.store.putBase(read.value)
  if (put === 'busy') return { type: 'retry', reason: 'busy', retryAfterMs: null }
  return outcomeOfRebase(site, entry)
}

/** Where an entry stands after its document's base was replaced under it. */
async function outcomeOfRebase(site: SiteContext, entry: OutboxEntry): Promise<SendOutcome> {
  const found = await site.store.getEntry(entry.key)
  // Everything it wanted is so on the server.
  if (!found) return { type: 'sent', ref: await site.store.resolveId(entry.ref) }
  if (found.state === 'parked' && found.problem) return { type: 'parked', problem: found.problem }
  return { type: 'merged' }
}

/** Collections answer `doc`, globals `result` (CONTRACT.md). */
function writtenDocument(answer: ApiAnswer): JsonObject | null {
  if (answer.kind !== 'http' || !isJsonObject(answer.json)) return null
  const data = answer.json['doc'] ?? answer.json['result']
  if (!isJsonObject(data)) return null
  const { id } = data
  // An id that leads elsewhere in an address is no document's.
  return typeof id === 'string' && !isPathSegment(id) ? null : data
}
