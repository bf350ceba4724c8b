import { makeRef, refId } from '../../../shared/cms/doc-ref.ts'
import { idList } from '../../../shared/cms/where.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../../../shared/json.ts'
import type { Retry } from '../../../shared/sync/attempt.ts'
import { classifyAnswer, hasFailedLong, whyUnanswered } from '../../../shared/sync/classify.ts'
import type { Problem, SendOutcome } from '../../../shared/sync/entry.ts'
import type { MoveRequest, QueuedMove } from '../../../shared/sync/queued-move.ts'
import { neighbourNow, pointsAt, type Move, type OrderedDocument } from '../../../shared/sync/move.ts'
import { isServerError } from '../../../shared/sync/server-error.ts'
import { problemOf } from '../../../shared/sync/entry.ts'
import type { PreparedMove } from '../../store/store-api.ts'
import { documentFacts, pageUpTo } from '../answer-shapes.ts'
import { baseQuery, collectionPath, queryString, selectOf } from '../http/document-query.ts'
import { LOOK_AGAIN_MS, sinceSent } from './look-up-write.ts'
import { readBase } from '../read/read-documents.ts'
import {
  entityOf,
  hasDrafts,
  judgeRead,
  outcomeOfFailedRead,
  type Read,
  type SiteContext,
} from '../site-context.ts'

type FailedRead = Extract<Read<unknown>, { ok: false }>['result']

/** A move whose target can be read. */
type Aimed = QueuedMove & { move: Move }

/** The documents of the order that concern a move. `moved` null: it does not exist, or this user may not see it. */
type Places = { moved: OrderedDocument | null; others: OrderedDocument[] }

/** Sends a move: resolves an earlier try first (SY4), looks up the neighbours' keys, and settles the answer. */
export async function sendMove(
  site: SiteContext,
  { queued, request, sent }: PreparedMove,
): Promise<SendOutcome> {
  if (queued.move === null) return park(site, queued, problemOf('broken'))
  const move: Aimed = { ...queued, move: queued.move }
  const resolved = sent === null ? 'anew' : await resolveMove(site, move, sent, { ended: false })
  if (resolved !== 'anew') return resolved
  const aimed = await aimMove(site, move, request)
  if ('outcome' in aimed) return aimed.outcome
  const time = site.client.serverTime()
  const stamped = { ...aimed.request, sentAfter: time === null ? null : new Date(time).toISOString() }
  await site.store.markMoving({ key: queued.key, request: stamped })
  return ask(site, move, stamped, 1)
}

async function ask(
  site: SiteContext,
  queued: Aimed,
  request: MoveRequest,
  times: number,
): Promise<SendOutcome> {
  const { key } = queued
  const answer = await site.client.request({
    method: 'POST',
    path: '/reorder',
    body: request.body,
    // The companion stores no keys of moves: the outcome of one is seen by the document's order key.
    neverRepeat: true,
  })
  site.companion.answered([], answer)
  const judged = classifyAnswer(answer, { mode: 'move', create: false })
  const back = async (
    retry: Retry,
    outcome: Extract<SendOutcome, { type: 'retry' }>,
  ): Promise<SendOutcome> => {
    await site.store.stepMove({ key, step: { type: 'back', ...retry } })
    return outcome
  }
  switch (judged.type) {
    case 'done':
      return settleAnswered(site, queued, answer.kind === 'http' ? answer.json : undefined)
    case 'retry': {
      const { maybeDone, reason, retryAfterMs, lasting } = judged
      const problem =
        lasting !== null && hasFailedLong(lasting, queued.attempts + 1) ? { problem: lasting } : {}
      const outcome = { type: 'retry', reason, retryAfterMs } as const
      await back({ outcomeUnknown: maybeDone, refused: lasting !== null, ...problem }, outcome)
      if (!maybeDone || answer.kind !== 'http' || !isServerError(answer.json)) return outcome
      // The server answered itself, so it no longer works on the move.
      const resolved = await resolveMove(site, queued, request, { ended: true })
      return resolved === 'anew' ? outcome : resolved
    }
    case 'network':
    case 'portal': {
      site.companion.forget()
      const { status } = await site.checkConnection()
      const isOnline = status === 'online'
      // Other requests are answered, so this one itself does not get through.
      const lasting = whyUnanswered(answer)
      const problem = isOnline && hasFailedLong(lasting, queued.attempts + 1) ? { problem: lasting } : {}
      const { maybeDone, reason } = judged
      const outcome = { type: 'retry', reason, retryAfterMs: null } as const
      await back({ outcomeUnknown: maybeDone, refused: isOnline, ...problem }, outcome)
      if (isOnline) return outcome
      return { type: status === 'signed-out' ? 'signed-out' : 'offline' }
    }
    case 'auth': {
      // Checked first: without a session the move only waits (SY9).
      const { status } = await site.checkConnection()
      if (status === 'online') {
        // The refusal may have been for an earlier session.
        return times === 1 ? ask(site, queued, request, 2) : park(site, queued, judged.problem)
      }
      await site.store.stepMove({ key, step: { type: 'back', outcomeUnknown: false } })
      return { type: status === 'signed-out' ? 'signed-out' : 'offline' }
    }
    case 'gone': {
      // Document and neighbour existed a moment ago; the next lookup tells if one is gone.
      const lasting: Problem = { ...judged.problem, code: 'rejected' }
      const problem = hasFailedLong(lasting, queued.attempts + 1) ? { problem: lasting } : {}
      return back(
        { outcomeUnknown: false, refused: true, ...problem },
        { type: 'retry', reason: 'not found', retryAfterMs: queued.attempts === 0 ? 0 : null },
      )
    }
    case 'parked':
      return park(site, queued, judged.problem)
    // Only writes of a document have these answers.
    case 'stored':
    case 'deleted-already':
    case 'in-progress':
    case 'stale':
    case 'outcome-unknown':
    case 'key-mismatch':
    case 'schema-moved':
    case 'exists':
      return park(site, queued, problemOf('rejected'))
  }
}

/**
 * Builds the request of a move beside its neighbour's present key. Returns an outcome if all its neighbours are gone,
 * or cannot be looked up.
 * With drafts, first keys are never requested: the server writes them by saving the newest version over the published
 * one, which unpublishes documents (Payload 3.90).
 */
async function aimMove(
  site: SiteContext,
  queued: Aimed,
  request: MoveRequest,
): Promise<{ request: MoveRequest } | { outcome: SendOutcome }> {
  const { move } = queued
  const places = await readPlaces(site, queued)
  if (!places.ok) return { outcome: await outcomeOfUnread(site, queued, places.result, false) }
  const { moved, others } = places.value
  if (moved === null) return { outcome: await parkMissing(site, queued, false) }
  const mayGiveKeys = !hasDrafts(entityOf(site.schema(), queued.ref))
  const target = neighbourNow(move, moved, mayGiveKeys ? others : others.filter((one) => one.key !== null))
  if (target === null && neighbourNow(move, moved, others) !== null)
    return { outcome: await park(site, queued, problemOf('no-place-yet')) }
  if (target === null) return { outcome: await park(site, queued, problemOf('neighbour-gone')) }
  const { place, side } = target
  const named = idAs(place.id, request)
  const body: JsonObject = {
    ...request.body,
    newKeyWillBe: side,
    // Without a key the server only gives all documents their first one, and moves nothing yet.
    target: place.key === null ? { id: named } : { id: named, key: place.key },
  }
  // The first key may be given by anybody's write, so it proves nothing.
  const isTold = moved.key !== null && place.key !== null
  return { request: { ...request, body, ...(isTold ? { keyBefore: moved.key } : {}) } }
}

/**
 * Finds the outcome of a move whose answer was lost: another key than before means that it was done, otherwise it is
 * sent anew, which is harmless. First keys are waited for while the server may work. `ended`: it no longer does.
 */
async function resolveMove(
  site: SiteContext,
  queued: Aimed,
  request: MoveRequest,
  { ended }: { ended: boolean },
): Promise<SendOutcome | 'anew'> {
  const { move, key } = queued
  const places = await readPlaces(site, queued)
  if (!places.ok) return outcomeOfUnread(site, queued, places.result, true)
  const { moved, others } = places.value
  if (moved === null) return parkMissing(site, queued, true)
  // Old requests stored null, so a missing key proves nothing.
  const { keyBefore = null } = request
  if (keyBefore !== null && moved.key !== keyBefore) return settleMove(site, queued)
  const isKeyless = neighbourNow(move, moved, others)?.place.key === null
  const age = sinceSent(request, site.client.serverTime())
  if (asksForFirstKeys(request) && isKeyless && !ended && age !== null && age <= site.longestRunMs)
    return { type: 'retry', reason: 'first keys', retryAfterMs: LOOK_AGAIN_MS }
  await site.store.stepMove({ key, step: { type: 'back', outcomeUnknown: false } })
  return 'anew'
}

/** Settles a move that was answered. If the server only gave first keys, the move itself is still to be sent. */
async function settleAnswered(
  site: SiteContext,
  queued: Aimed,
  json: Json | undefined,
): Promise<SendOutcome> {
  if (isPlainJson(json) && Array.isArray(own(json, 'orderValues'))) return settleMove(site, queued)
  const { move } = queued
  const places = await readPlaces(site, queued)
  if (places.ok && places.value.moved !== null) {
    const { moved, others } = places.value
    // Its neighbour still has no key: another request would loop.
    if (neighbourNow(move, moved, others)?.place.key === null)
      return park(site, queued, problemOf('rejected'))
  }
  await site.store.stepMove({ key: queued.key, step: { type: 'back', outcomeUnknown: false } })
  return { type: 'retry', reason: 'first keys', retryAfterMs: 0 }
}

/** Ends a move that was done, and stores the document as it is now. */
async function settleMove(site: SiteContext, queued: Aimed): Promise<SendOutcome> {
  const known = await site.store.getDocument(queued.ref)
  const read = await readBase(site, queued.ref)
  const isHidden = !read.ok && (read.result.outcome === 'gone' || read.result.outcome === 'denied')
  if (!read.ok && !isHidden) return tryLater(site, queued, read.result, true)
  const found = read.ok ? { ...read.value, askedAt: known?.base.updatedAt ?? null } : null
  const { ref } = await site.store.settleMoved({ sent: queued, found })
  return { type: 'sent', ref }
}

/** Reads the order keys and parents of the document and its possible neighbours. */
async function readPlaces(
  site: SiteContext,
  { ref, move: { field, scope, parent, near } }: Aimed,
): Promise<Read<Places>> {
  const ids = [refId(ref), ...near.map(({ id }) => id)]
  const entity = entityOf(site.schema(), ref)
  const top = scope?.split('.')[0]
  const answer = await site.client.request({
    method: 'GET',
    path:
      collectionPath(ref.slug) +
      queryString({
        ...baseQuery(site.schema(), hasDrafts(entity)),
        where: { id: { in: idList(ids) } },
        select: selectOf([field, ...(top === undefined ? [] : [top])]),
        limit: ids.length,
      }),
  })
  const read = await judgeRead(site, answer, pageUpTo(ids.length))
  // A 404 for a list says nothing about a document.
  if (!read.ok)
    return read.result.outcome === 'gone'
      ? { ok: false, result: { ...read.result, outcome: 'failed' } }
      : read
  const places = read.value.docs.flatMap((doc): OrderedDocument[] => {
    const { id } = documentFacts(doc)
    const key = own(doc, field)
    return id === null
      ? []
      : [
          {
            id,
            key: typeof key === 'string' ? key : null,
            inList: parent === undefined || pointsAt(valueAt(doc, scope), parent),
          },
        ]
  })
  return {
    ok: true,
    value: {
      moved: places.find(({ id }) => id === refId(ref)) ?? null,
      others: places.filter(({ id }) => id !== refId(ref)),
    },
  }
}

/** True if a move's request makes the server give first keys only. */
function asksForFirstKeys({ body }: MoveRequest): boolean {
  const target = own(body, 'target')
  return isPlainJson(target) && own(target, 'key') === undefined
}

function valueAt(doc: JsonObject, path: string | null): Json {
  if (path === null) return null
  return path.split('.').reduce<Json>((value, name) => valuesIn(value, name), doc)
}

/** The value of a field; for a list of rows, the list of its values in them. */
function valuesIn(value: Json, name: string): Json {
  if (Array.isArray(value)) return value.map((row) => valuesIn(row, name))
  return isPlainJson(value) ? (own(value, name) ?? null) : null
}

/** Parks a move whose document is gone, or hidden from this user. */
async function parkMissing(site: SiteContext, queued: Aimed, outcomeUnknown: boolean): Promise<SendOutcome> {
  const read = await readBase(site, makeRef('collection', queued.ref.slug, refId(queued.ref)))
  if (read.ok) return park(site, queued, problemOf('denied'))
  return outcomeOfUnread(site, queued, read.result, outcomeUnknown)
}

async function outcomeOfUnread(
  site: SiteContext,
  queued: Aimed,
  result: FailedRead,
  outcomeUnknown: boolean,
): Promise<SendOutcome> {
  const { outcome } = result
  if (outcome !== 'gone' && outcome !== 'denied') return tryLater(site, queued, result, outcomeUnknown)
  const status = outcome === 'gone' ? 404 : 403
  return park(site, queued, problemOf(outcome, { message: result.message, status }))
}

/** The outcome if a move's data cannot be read now. It counts as a failed try if the server can be reached. */
async function tryLater(
  site: SiteContext,
  { key, attempts }: QueuedMove,
  result: FailedRead,
  outcomeUnknown: boolean,
): Promise<SendOutcome> {
  const refused = result.outcome === 'failed'
  const lasting = problemOf('server-error', refused ? { message: result.message } : {})
  const problem = refused && hasFailedLong(lasting, attempts + 1) ? { problem: lasting } : {}
  await site.store.stepMove({ key, step: { type: 'back', outcomeUnknown, refused, ...problem } })
  return outcomeOfFailedRead(result)
}

async function park(
  site: SiteContext,
  { key }: QueuedMove,
  problem: ReturnType<typeof problemOf>,
): Promise<SendOutcome> {
  await site.store.stepMove({ key, step: { type: 'park', problem } })
  return { type: 'parked', problem }
}

/** An id in the site's type: a number if the id of the moved document is one. */
function idAs(id: string, { body }: MoveRequest): Json {
  const moved = own(body, 'docsToMove')
  return Array.isArray(moved) && typeof moved[0] === 'number' ? Number(id) : id
}
