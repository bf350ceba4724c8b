import { refId, refKey, type DocRef, isTempId } from '../../../shared/cms/doc-ref.ts'
import { needsPassword } from '../../../shared/cms/entity-rules.ts'
import { isPathSegment } from '../../../shared/cms/addresses.ts'
import type { RefreshResult } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { isJsonObject } from '../../../shared/json.ts'
import { stampRequest } from '../../../shared/sync/build-request.ts'
import {
  classifyAnswer,
  type AnswerClass,
  hasFailedLong,
  whyUnanswered,
} from '../../../shared/sync/classify.ts'
import type { OutboxEntry, Problem, SendOutcome } from '../../../shared/sync/entry.ts'
import type { QueuedMove } from '../../../shared/sync/queued-move.ts'
import type { WriteRequest } from '../../../shared/sync/request.ts'
import { isServerError } from '../../../shared/sync/server-error.ts'
import type { BaseInput, StoreApi } from '../../store/store-api.ts'
import { problemOf } from '../../../shared/sync/entry.ts'
import { StoreError } from '../../store/store-error.ts'
import { documentFacts } from '../answer-shapes.ts'
import type { ApiAnswer } from '../http/api-client.ts'
import type { CompanionQuestion } from '../http/companion.ts'
import { outcomeUnknown, readCreated } from './find-created.ts'
import type { LockKeeper } from '../locks/lock-keeper.ts'
import { lockHolder } from '../locks/read-lock.ts'
import { forgetPlace, formOf, isRefusedFile, readyFile, releaseFile } from './send-file.ts'
import { readBase, readUpdatedAt } from '../read/read-documents.ts'
import { ageOf, LOOK_AGAIN_MS, sinceSent } from './look-up-write.ts'
import { resolveUnknown } from './resolve-unknown.ts'
import { settleApplied, settleKnown } from './settle-known.ts'
import { sendMove } from './send-move.ts'
import { settleSent } from './settle-sent.ts'
import { entityOf, outcomeOfFailedRead, type SiteContext } from '../site-context.ts'

type Prepared = NonNullable<ReturnType<StoreApi['prepareSend']>>

export type EntrySender = {
  send: (key: string) => Promise<SendOutcome>
  /**
   * Turns sent entries whose outcome could not be stored, because the disk was full, into unknown ones. Rejects while
   * that cannot be stored either.
   */
  freeUnsettled: () => Promise<void>
  /** Resolves when no request is running any more. */
  idle: () => Promise<void>
}

/** The lock functions that sending needs: it waits for locks of others, and each write releases one's own. */
export type SendLocks = Pick<LockKeeper, 'holder' | 'saved' | 'refused'>

const noLocks: SendLocks = {
  holder: () => Promise.resolve(null),
  saved: () => undefined,
  refused: () => undefined,
}

/**
 * Sends outbox entries, one request per document at a time (SY3): the store only gives heads, and running requests
 * are remembered here. Another call for a key that is being sent gets the outcome of the running one.
 */
export function createEntrySender(site: SiteContext, locks: SendLocks = noLocks): EntrySender {
  const running = new Map<string, Promise<SendOutcome>>()
  const documents = new Set<string>()
  /** True if the outcome of a sent entry could not be stored. */
  let unsettled = false

  /** Runs one write of a document at a time, from either queue. */
  const inTurn = async (
    { ref }: Pick<OutboxEntry, 'ref'>,
    send: () => Promise<SendOutcome>,
  ): Promise<SendOutcome> => {
    const document = refKey(ref)
    if (documents.has(document)) return { type: 'gone' }
    documents.add(document)
    try {
      const outcome = await send()
      if (outcome.type === 'retry' && outcome.reason === 'locked') locks.refused(ref)
      return outcome
    } catch (error) {
      // The entry was discarded while its outcome was being resolved, and the server did not do it, or cannot tell.
      if (error instanceof StoreError && error.code === 'no-entry') return { type: 'gone' }
      throw error
    } finally {
      documents.delete(document)
    }
  }

  const sendOne = async (key: string): Promise<SendOutcome> => {
    // Done before the request is built, as another schema would make another request.
    const unread = site.companion.isSchemaDue() ? await fetchSchema(site, key) : null
    if (unread) return unread
    const move = await site.store.prepareMove(key)
    if (move !== null)
      return inTurn(move.queued, async () => {
        const held = await holdMove(site, move.queued, locks)
        const outcome = held ?? (await sendMove(site, move))
        if (outcome.type === 'sent') locks.saved(outcome.ref)
        return outcome
      })
    const schema = site.companion.schema()
    const prepared = await site.store.prepareSend(key)
    if (!prepared) return outcomeUnprepared(site, key)
    const { entry } = prepared
    return inTurn(entry, async () => {
      const outcome = (await waitForLock(site, entry, locks)) ?? (await sendPrepared(site, prepared, schema))
      if (outcome.type === 'sent' && entry.mode !== 'delete') locks.saved(outcome.ref)
      if (outcome.type === 'sent') site.newPasswords.drop(entry.ref)
      await releaseFile(site, entry, outcome)
      return outcome
    })
  }

  return {
    send(key) {
      const known = running.get(key)
      if (known) return known
      const sending = sendOne(key)
        .finally(() => running.delete(key))
        .catch((error: unknown) => {
          unsettled = true
          throw error
        })
      running.set(key, sending)
      return sending
    },
    async freeUnsettled() {
      if (!unsettled) return
      // Reset first, so that a failure during the call is not lost.
      unsettled = false
      try {
        await site.store.freeSending({ underWay: [...running.keys()] })
      } catch (error) {
        unsettled = true
        throw error
      }
    },
    async idle() {
      await Promise.allSettled(running.values())
    },
  }
}

/**
 * Fetches the present schema; null: it is loaded, or the server has none. Otherwise the outcome of the entry,
 * which has to wait: by an old schema it might be written into another field or locale (SY13).
 */
async function fetchSchema(site: SiteContext, key: string): Promise<SendOutcome | null> {
  const result = await site.refreshSchema()
  const isHere = result.outcome === 'updated' || result.outcome === 'unchanged'
  if (isHere || !site.companion.isSchemaDue()) return null
  const outcome = outcomeOfFailedRead(result)
  const entry = await site.store.getEntry(key)
  if (entry === null && (await site.store.getMove(key)) !== null) return outcome
  if (entry === null || entry.state === 'parked' || entry.state === 'sending')
    return outcomeUnprepared(site, key)
  if (outcome.type !== 'retry') return outcome
  const message = 'message' in result ? result.message : ''
  await settleUnread(site, entry, message)
  return outcome
}

/**
 * Settles an entry that waits for the schema. If it waits for long, it gets a problem that the person sees.
 */
async function settleUnread(
  site: SiteContext,
  { key, state, attempts }: OutboxEntry,
  message: string,
): Promise<void> {
  const problem = problemOf('schema-unread', { message })
  const lasting = hasFailedLong(problem, attempts + 1) ? { problem } : {}
  await site.store.settleRetry({ key, outcomeUnknown: state === 'unknown', refused: true, ...lasting })
}

/**
 * Delays an entry while another user has the lock; an unknown lock is found by the write itself (423). An entry of
 * unknown outcome is resolved first.
 */
async function waitForLock(
  site: SiteContext,
  { key, ref, create, state }: OutboxEntry,
  locks: SendLocks,
): Promise<SendOutcome | null> {
  const problem = create || state === 'unknown' ? null : await lockedBy(locks, ref)
  if (problem === null) return null
  await site.store.settleRetry({ key, outcomeUnknown: false, problem })
  return LOCKED
}

/**
 * Delays a move while another user has the lock. A problem would let other moves pass, so a move gets one,
 * and counts as failing, only if the lock lasts.
 */
async function holdMove(
  site: SiteContext,
  { key, ref, state, attempts }: QueuedMove,
  locks: SendLocks,
): Promise<SendOutcome | null> {
  const lock = state === 'unknown' ? null : await lockedBy(locks, ref)
  if (lock === null) return null
  const problem = hasFailedLong(lock, attempts + 1) ? { problem: lock } : {}
  await site.store.stepMove({ key, step: { type: 'back', outcomeUnknown: false, refused: true, ...problem } })
  return LOCKED
}

const LOCKED: SendOutcome = { type: 'retry', reason: 'locked', retryAfterMs: null }

async function lockedBy(locks: SendLocks, ref: DocRef): Promise<Problem | null> {
  const holder = await locks.holder(ref)
  if (holder === null) return null
  return { ...problemOf('locked'), ...(holder.by === null ? {} : { by: holder.by }) }
}

/** Sends a prepared entry. `schema`: fingerprint of the schema it was made by, or an older one. */
async function sendPrepared(site: SiteContext, given: Prepared, schema: string | null): Promise<SendOutcome> {
  let prepared = given
  const isWithoutPassword = lacksPassword(site, given.entry)
  if (prepared.entry.state === 'unknown') {
    const repeats = !given.needsFreshBase
    const ended = (isWithoutPassword || !repeats) && isLongAgo(site, given.request)
    const resolved = await resolveUnknown(site, prepared, { ended, repeats })
    if (resolved === 'anew') {
      const again = await site.store.prepareSend(prepared.entry.key)
      if (!again) return outcomeOfRebase(site, prepared.entry)
      prepared = again
    } else if (resolved !== 'same') return resolved
  }
  const { entry } = prepared
  const isLeftToServer = site.companion.does('base')
  // A repeated request keeps its base, and the server compares.
  if (!entry.create && entry.state !== 'unknown') {
    const checked = await checkBase(site, prepared)
    if ('type' in checked) return checked
    prepared = checked
  }
  const isAgain = entry.state === 'unknown'
  const ready = await readyFile(site, entry, prepared.request)
  if (ready.kind === 'outcome') return ready.outcome
  const request = isAgain
    ? ready.request
    : { ...stampRequest(ready.request, site.client.serverTime()), schema }
  if (isWithoutPassword) return withoutPassword(site, entry)
  const refused = await markSending(site, entry, request)
  if (refused) return refused
  // The answer to another write may have shown that the server does not compare.
  if (isLeftToServer && request.baseUpdatedAt !== null && !site.companion.does('base')) {
    await site.store.settleRetry({ key: entry.key, outcomeUnknown: isAgain })
    return { type: 'retry', reason: 'compared by nobody', retryAfterMs: 0 }
  }
  // From here on no other password is stored for it (see holdPassword), so all tries use the same one.
  const password = entry.create ? site.newPasswords.of(entry.ref) : null
  const outcome = await settle(site, await ask(site, entry, { request, password, isNoted: ready.isNoted }, 1))
  site.log.info('sent-entry', {
    key: entry.key,
    slug: entry.ref.slug,
    mode: entry.mode,
    outcome: outcome.type,
  })
  return outcome
}

/**
 * Stores the request before it is sent (SY4). Returns an outcome if it must not be sent, as the entry or its base has
 * changed and needs a new request. Throws `no-entry` if it was discarded.
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
    if (!(error instanceof StoreError) || error.code !== 'busy') throw error
    return { type: 'retry', reason: 'busy', retryAfterMs: 0 }
  }
}

/**
 * Makes sure that no foreign write is overwritten: by the server if it checks the base, otherwise here, just before
 * the write (SY5). Returns the entry to send, or the outcome.
 */
async function checkBase(site: SiteContext, prepared: Prepared): Promise<Prepared | SendOutcome> {
  if (prepared.request.baseUpdatedAt === null || prepared.needsFreshBase) return overFreshBase(site, prepared)
  if (site.companion.does('base')) return prepared
  const { entry, baseUpdatedAt } = prepared
  const now = await readUpdatedAt(site, entry.ref)
  if (!now.ok) return withoutBase(site, prepared, now.result)
  return now.value.updatedAt === baseUpdatedAt ? prepared : rebase(site, entry, baseUpdatedAt)
}

/**
 * Reads the document and prepares the entry again on top of it: there is no revision to compare, or the base was read
 * under another schema.
 */
async function overFreshBase(site: SiteContext, prepared: Prepared): Promise<Prepared | SendOutcome> {
  const { entry, baseUpdatedAt: askedAt } = prepared
  const read = await readBase(site, entry.ref)
  if (!read.ok) return withoutBase(site, prepared, read.result)
  if ((await site.store.putBase({ ...read.value, askedAt })) === 'busy')
    return { type: 'retry', reason: 'busy', retryAfterMs: null }
  return (await site.store.prepareSend(entry.key)) ?? outcomeOfRebase(site, entry)
}

/** The outcome if the document cannot be read before the write. */
async function withoutBase(
  site: SiteContext,
  prepared: Prepared,
  result: RefreshResult,
): Promise<Prepared | SendOutcome> {
  // The write itself finds that the document is gone: for a deletion that is success.
  if (result.outcome === 'gone') return prepared
  if (result.outcome === 'denied') return parkUnreadable(site, prepared.entry, result)
  return outcomeOfFailedRead(result)
}

/** Parks an entry whose document was deleted, or is hidden from this user. */
async function parkUnreadable(
  site: SiteContext,
  entry: OutboxEntry,
  { outcome, message }: { outcome: 'gone' | 'denied' | 'failed'; message: string },
): Promise<SendOutcome> {
  const isGone = outcome === 'gone'
  const problem: Problem = {
    code: isGone ? 'gone' : 'denied',
    message,
    status: isGone ? 404 : 403,
    fields: [],
    conflicts: [],
  }
  await site.store.settleParked({ key: entry.key, problem })
  return { type: 'parked', problem }
}

type Sent = {
  entry: OutboxEntry
  request: WriteRequest
  password: string | null
  /** True if it refers to a file uploaded for an earlier try. */
  isNoted: boolean
  answer: ApiAnswer
  judged: AnswerClass
  /** Number of times that the request was sent in this attempt. */
  times: number
  /** True if a person stopped it during the upload. */
  stopped: boolean
}

async function ask(
  site: SiteContext,
  entry: OutboxEntry,
  { request, password, isNoted }: Pick<Sent, 'request' | 'password' | 'isNoted'>,
  times: number,
): Promise<Sent> {
  const asked: CompanionQuestion[] = request.baseUpdatedAt === null ? ['key'] : ['key', 'base']
  const { file } = request
  const transfer = file?.kind === 'here' ? site.transfers.start(entry.key, file.size) : null
  // The password is added here only: the stored request has none.
  const whole = password === null ? request : { ...request, body: { ...request.body, password } }
  const answer = await site.client.request({
    method: whole.method,
    path: whole.path,
    body: whole.body,
    ...formOf(site, whole, transfer),
    // A creation is sent exactly once per try, so that its end is known for sure.
    neverRepeat: entry.create || !site.companion.does('key'),
    headers: {
      'Idempotency-Key': request.idempotencyKey,
      ...(request.baseUpdatedAt === null ? {} : { 'x-galley-base': request.baseUpdatedAt }),
      ...(request.schema == null ? {} : { 'X-Galley-Schema': request.schema }),
    },
  })
  transfer?.end()
  site.companion.answered(asked, answer)
  const judged = classifyAnswer(answer, { mode: entry.mode, create: entry.create })
  const stopped = answer.kind === 'network' && transfer?.isStopped() === true
  return { entry, request, password, isNoted, answer, judged, times, stopped }
}

/** True if it creates a user whose password is no longer held, as after a restart. */
function lacksPassword(site: SiteContext, { create, ref }: OutboxEntry): boolean {
  const entity = entityOf(site.schema(), ref)
  return create && entity !== null && needsPassword(entity) && site.newPasswords.of(ref) === null
}

/**
 * Parks an entry without its password, so that a person is asked. An unknown outcome is resolved first: it stays
 * unknown while the server may still work on it.
 */
async function withoutPassword(site: SiteContext, { key, state }: OutboxEntry): Promise<SendOutcome> {
  if (state === 'unknown') {
    await site.store.settleRetry({ key, outcomeUnknown: true })
    return { type: 'retry', reason: 'password missing', retryAfterMs: LOOK_AGAIN_MS }
  }
  const problem = problemOf('password-missing')
  await site.store.settleParked({ key, problem })
  return { type: 'parked', problem }
}

/** True if the request can no longer arrive. */
function isLongAgo(site: SiteContext, request: WriteRequest): boolean {
  return (sinceSent(request, site.client.serverTime()) ?? 0) > site.longestRunMs
}

/** Settles an entry by the server's answer: it is done, waits for another try, or is parked for a person. */
async function settle(site: SiteContext, sent: Sent): Promise<SendOutcome> {
  const { entry, request, judged, stopped } = sent
  const { key } = entry
  const settling = createSettling(site, sent)
  const { wasUnknown, isOver, later, park } = settling
  switch (judged.type) {
    case 'done':
      return settleDone(site, sent, settling)
    case 'stored':
      return settleKnown(site, entry, { id: judged.id, updatedAt: null, words: judged.words })
    case 'deleted-already':
      return settleSent(site, entry, { data: null, locale: entry.locale })
    case 'retry':
      return settleFailed(site, sent, { failed: judged, isOver })
    case 'in-progress':
      return later(true, 'in progress', judged.retryAfterMs)
    case 'network':
    case 'portal':
      // The form was cut off before its end, which no server accepts.
      if (stopped && !wasUnknown) return park(problemOf('stopped'))
      return settleLost(site, sent, judged)
    case 'stale':
      if (wasUnknown) return compareStale(site, entry, request.baseUpdatedAt)
      await site.store.settleRetry({ key, outcomeUnknown: false })
      return rebase(site, entry, request.baseUpdatedAt)
    case 'key-mismatch':
      if (wasUnknown && entry.create) return park(outcomeUnknown())
      await site.store.settleRetry({ key, outcomeUnknown: false })
      return { type: 'retry', reason: 'key used before', retryAfterMs: 0 }
    case 'schema-moved':
      // An earlier try of a creation may be running in a process that still has the old schema.
      if (entry.create && !isOver()) return later(true, 'made by another schema', LOOK_AGAIN_MS)
      return settleOtherSchema(site, entry)
    case 'outcome-unknown': {
      await site.store.settleRetry({ key, outcomeUnknown: true })
      const resolved = await resolveUnknown(site, { entry, request }, { ended: isOver() })
      return typeof resolved === 'string' ? { type: 'retry', reason: 'not found', retryAfterMs: 0 } : resolved
    }
    case 'exists':
      // The id was typed by a person, so the document with that id is another one.
      if (isTempId(refId(entry.ref))) return park(wasUnknown ? outcomeUnknown() : judged.problem)
      return settleExisting(site, entry, request, park)
    case 'auth':
      return settleUnauthorised(site, sent, { problem: judged.problem, park })
    case 'gone':
      if (entry.mode === 'restore') {
        const problem = await goneVersion(site, entry, judged.problem)
        return problem === null ? later(false, 'nobody could look', null) : park(problem)
      }
      return park(judged.problem)
    case 'parked':
      return park(judged.problem)
  }
}

/** The outcomes of a try that several answers share. */
type Settling = {
  /** True if an earlier try may have arrived: it needs a definite answer. */
  wasUnknown: boolean
  /**
   * True if no earlier try can arrive any more: it could create a second document, or bring back undone edits. A
   * replayed answer is that of the earlier try.
   */
  isOver: () => boolean
  /** Stores that the entry waits for another try. */
  later: (maybeDone: boolean, reason: string, retryAfterMs: number | null) => Promise<SendOutcome>
  /**
   * Parks the entry for a person. It is tried again instead if the refusal may come from a proxy, or from a
   * file reference that has expired.
   */
  park: (problem: Problem) => Promise<SendOutcome>
}

function createSettling(site: SiteContext, { entry, request, isNoted, answer }: Sent): Settling {
  const { key } = entry
  // An unknown entry needs a definite answer: a later try that never left says nothing of the first.
  const wasUnknown = entry.state === 'unknown'
  const isOver: Settling['isOver'] = () => {
    if (!wasUnknown || (answer.kind === 'http' && answer.replayed !== null)) return true
    return (ageOf(request, answer.kind === 'http' ? answer.date : null) ?? 0) > site.longestRunMs
  }
  const later: Settling['later'] = async (maybeDone, reason, retryAfterMs) => {
    await site.store.settleRetry({ key, outcomeUnknown: wasUnknown || maybeDone })
    return { type: 'retry', reason, retryAfterMs }
  }
  const park: Settling['park'] = async (problem) => {
    // A refusal before the server says nothing of a creation that may have arrived earlier.
    if (wasUnknown && entry.create && !isOwnAnswer(answer)) return later(true, 'refused on the way', null)
    // The reference may have expired: Payload answers 400 to an expired receipt.
    if (isNoted && isRefusedFile(problem)) {
      await forgetPlace(site, entry)
      await site.store.settleRetry({ key, outcomeUnknown: false })
      return { type: 'retry', reason: 'file put anew', retryAfterMs: 0 }
    }
    await site.store.settleParked({ key, problem })
    return { type: 'parked', problem }
  }
  return { wasUnknown, isOver, later, park }
}

/** True if the server itself answered with an error, and no proxy before it. */
function isOwnAnswer(answer: ApiAnswer): boolean {
  return answer.kind === 'http' && isServerError(answer.json)
}

async function settleDone(
  site: SiteContext,
  { entry, answer }: Sent,
  { later }: Pick<Settling, 'later'>,
): Promise<SendOutcome> {
  if (entry.mode === 'restore') return settleRestored(site, entry, answer)
  const data = entry.mode === 'delete' ? null : writtenDocument(answer)
  // A success without the document is no complete answer.
  if (entry.mode !== 'delete' && data === null) return later(true, 'no document in the answer', null)
  if (data !== null && answer.kind === 'http' && answer.replayed === 'partial')
    return settleKnown(site, entry, revisionOf(data))
  return settleSent(site, entry, { data, locale: entry.locale })
}

/** Settles a lost request: waits for the connection, or tries again later. */
async function settleLost(
  site: SiteContext,
  { entry, answer }: Sent,
  { maybeDone, reason }: { maybeDone: boolean; reason: string },
): Promise<SendOutcome> {
  site.companion.forget()
  const { status } = await site.checkConnection()
  const isOnline = status === 'online'
  // Other requests are answered, so this one itself does not get through.
  const lasting = whyUnanswered(answer)
  const problem = isOnline && hasFailedLong(lasting, entry.attempts + 1) ? { problem: lasting } : {}
  const isUnknown = entry.state === 'unknown' || maybeDone
  await site.store.settleRetry({ key: entry.key, outcomeUnknown: isUnknown, refused: isOnline, ...problem })
  if (isOnline) return { type: 'retry', reason, retryAfterMs: null }
  return { type: status === 'signed-out' ? 'signed-out' : 'offline' }
}

/** Settles a try that failed and can be repeated. */
async function settleFailed(
  site: SiteContext,
  { entry, request, isNoted, answer }: Sent,
  { failed, isOver }: { failed: Extract<AnswerClass, { type: 'retry' }>; isOver: () => boolean },
): Promise<SendOutcome> {
  const { maybeDone, reason, retryAfterMs, lasting } = failed
  const isLong = lasting !== null && hasFailedLong(lasting, entry.attempts + 1)
  const problem = isLong ? await told(site, entry, lasting) : null
  // The file's reference is forgotten once, as it may be the cause.
  if (isNoted && isLong && !hasFailedLong(lasting, entry.attempts)) await forgetPlace(site, entry)
  await site.store.settleRetry({
    key: entry.key,
    outcomeUnknown: entry.state === 'unknown' || maybeDone,
    refused: lasting !== null,
    ...(problem === null ? {} : { problem }),
  })
  const retry: SendOutcome = { type: 'retry', reason, retryAfterMs }
  if (!maybeDone || !isOwnAnswer(answer)) return retry
  // The server answered itself, so it no longer works on the request: the outcome is resolved at once, and later
  // edits can mend it.
  const words = { words: lasting?.message ?? '', status: lasting?.status ?? null }
  const resolved = await resolveUnknown(site, { entry, request }, { ended: isOver(), ...words })
  return typeof resolved === 'string' ? retry : resolved
}

/** Settles an entry of another schema. Only the first retry is at once: processes that differ could cause a loop. */
async function settleOtherSchema(site: SiteContext, entry: OutboxEntry): Promise<SendOutcome> {
  await settleUnread(site, { ...entry, state: 'waiting' }, '')
  return {
    type: 'retry',
    reason: 'made by another schema',
    retryAfterMs: entry.attempts === 0 ? 0 : null,
  }
}

/** Settles a refusal for lack of a session. It is checked first: without one the entry only waits (SY9). */
async function settleUnauthorised(
  site: SiteContext,
  { entry, request, password, isNoted, times }: Sent,
  { problem, park }: { problem: Problem; park: Settling['park'] },
): Promise<SendOutcome> {
  const { status } = await site.checkConnection()
  if (status === 'online') {
    // The refusal may have been for an earlier session.
    if (times === 1) return settle(site, await ask(site, entry, { request, password, isNoted }, 2))
    return park(problem)
  }
  // A proxy may have sent it twice, before and after the session ended: the companion is asked by the key.
  const mayBeThere = entry.create && site.companion.mayDo('key')
  await site.store.settleRetry({ key: entry.key, outcomeUnknown: entry.state === 'unknown' || mayBeThere })
  return { type: status === 'signed-out' ? 'signed-out' : 'offline' }
}

/** Settles a restore. The answer has only one locale, or just the revision if replayed, so the document is read. */
async function settleRestored(
  site: SiteContext,
  entry: OutboxEntry,
  answer: ApiAnswer,
): Promise<SendOutcome> {
  const json = answer.kind === 'http' && isJsonObject(answer.json) ? answer.json : {}
  const isAgain = answer.kind === 'http' && answer.replayed !== null
  // For a collection, the answer itself is the document.
  const inside = isAgain || entry.ref.kind === 'global' ? (json['doc'] ?? json['result']) : undefined
  const { updatedAt } = documentFacts(isJsonObject(inside) ? inside : json)
  const { message } = json
  const outcome = await settleKnown(site, entry, { id: null, updatedAt })
  return outcome.type === 'sent' && typeof message === 'string' ? { ...outcome, message } : outcome
}

/** The problem if the version, or its document, no longer exists; null: that could not be checked. */
async function goneVersion(
  site: SiteContext,
  { ref }: OutboxEntry,
  problem: Problem,
): Promise<Problem | null> {
  const read = await readUpdatedAt(site, ref)
  if (read.ok) return { ...problem, code: 'version-gone' }
  const { outcome } = read.result
  return outcome === 'gone' || outcome === 'denied' ? problem : null
}

/** The problem of an entry that keeps failing, with the user who has the lock. */
async function told(site: SiteContext, { ref }: OutboxEntry, problem: Problem): Promise<Problem> {
  if (problem.code !== 'locked') return problem
  const by = await lockHolder(site, ref)
  return by === null ? problem : { ...problem, by }
}

function revisionOf(data: JsonObject): { id: string | number | null; updatedAt: string | null } {
  const { id } = data
  const { updatedAt } = documentFacts(data)
  return { id: typeof id === 'string' || typeof id === 'number' ? id : null, updatedAt }
}

/**
 * Settles a creation whose id is taken. As the id is a random uuid, an earlier try has created the document,
 * perhaps under another key and with fewer edits. The rest becomes an edit.
 */
async function settleExisting(
  site: SiteContext,
  entry: OutboxEntry,
  request: WriteRequest,
  park: (problem: Problem) => Promise<SendOutcome>,
): Promise<SendOutcome> {
  const found = await readCreated(site, entry, request)
  if (found.kind === 'there') {
    await site.store.settleRetry({ key: entry.key, outcomeUnknown: false })
    return putUnder(site, entry, found.found, null)
  }
  if (found.kind === 'hidden') return settleKnown(site, entry, { id: refId(entry.ref), updatedAt: null })
  if (found.kind === 'no-answer') {
    await site.store.settleRetry({ key: entry.key, outcomeUnknown: true })
    return found.outcome
  }
  return park(outcomeUnknown())
}

/** Fetches the server's document and rebases the entry on it (SY5, SY6). The entry is waiting at this point. */
async function rebase(site: SiteContext, entry: OutboxEntry, under: string | null): Promise<SendOutcome> {
  const read = await readBase(site, entry.ref)
  if (!read.ok) {
    const { result } = read
    if (result.outcome === 'gone' || result.outcome === 'denied') return parkUnreadable(site, entry, result)
    return outcomeOfFailedRead(result)
  }
  return putUnder(site, entry, read.value, under)
}

/**
 * Compares an edit of unknown outcome with a base that has moved: its own first try may have moved it. The entry
 * stays as it was sent until that is known.
 */
async function compareStale(
  site: SiteContext,
  entry: OutboxEntry,
  under: string | null,
): Promise<SendOutcome> {
  const { key } = entry
  const read = await readBase(site, entry.ref)
  if (!read.ok) {
    const { result } = read
    if (result.outcome === 'gone' || result.outcome === 'denied') return parkUnreadable(site, entry, result)
    await site.store.settleRetry({ key, outcomeUnknown: true })
    return outcomeOfFailedRead(result)
  }
  const applied = await settleApplied(site, entry, read.value)
  if (applied) return applied
  await site.store.settleRetry({ key, outcomeUnknown: false })
  return putUnder(site, entry, read.value, under)
}

/** Rebases a waiting entry on the server's document. `under`: the revision that it was made on. */
async function putUnder(
  site: SiteContext,
  entry: OutboxEntry,
  found: BaseInput,
  under: string | null,
): Promise<SendOutcome> {
  // Answered as stale although nothing moved: an immediate retry would loop.
  if (found.updatedAt === under && under !== null) {
    await site.store.putBase({ ...found, askedAt: under })
    return { type: 'retry', reason: 'stale without a newer version', retryAfterMs: null }
  }
  const put = await site.store.putBase({ ...found, askedAt: under })
  if (put === 'busy') return { type: 'retry', reason: 'busy', retryAfterMs: null }
  return outcomeOfRebase(site, entry)
}

/** The outcome of an entry that cannot be sent now: it parked while it was prepared, is gone, or is not the head. */
async function outcomeUnprepared(site: SiteContext, key: string): Promise<SendOutcome> {
  const found = (await site.store.getEntry(key)) ?? (await site.store.getMove(key))
  if (found?.state !== 'parked' || found.problem === null) return { type: 'gone' }
  return { type: 'parked', problem: found.problem }
}

/** The outcome of an entry after its base was replaced. */
async function outcomeOfRebase(site: SiteContext, entry: OutboxEntry): Promise<SendOutcome> {
  const found = await site.store.getEntry(entry.key)
  // Everything that it writes is already on the server.
  if (!found) return { type: 'sent', ref: await site.store.resolveId(entry.ref) }
  if (found.state === 'parked' && found.problem) return { type: 'parked', problem: found.problem }
  return { type: 'merged' }
}

/** The document in the answer to a write: `doc` of collections, `result` of globals. */
function writtenDocument(answer: ApiAnswer): JsonObject | null {
  if (answer.kind !== 'http' || !isJsonObject(answer.json)) return null
  const data = answer.json['doc'] ?? answer.json['result']
  if (!isJsonObject(data)) return null
  const { id } = data
  // An id that would change the path of a URL is no document's.
  return typeof id === 'string' && !isPathSegment(id) ? null : data
}
