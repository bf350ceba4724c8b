import { makeRef, refId } from '../../../shared/cms/doc-ref.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../../../shared/json.ts'
import type { OutboxEntry, SendOutcome } from '../../../shared/sync/entry.ts'
import { hasFailedLong } from '../../../shared/sync/failing.ts'
import { neighbourNow, pointsAt, type Move, type Place } from '../../../shared/sync/move.ts'
import type { WriteRequest } from '../../../shared/sync/request.ts'
import { problemOf } from '../../../shared/sync/problems.ts'
import { documentFacts, pageUpTo } from '../answer-shapes.ts'
import { baseQuery, collectionPath, queryString, selectOf } from '../http/document-query.ts'
import { LOOK_AGAIN_MS, sinceSent } from './longest-run.ts'
import { readBase } from '../read/read-documents.ts'
import { outcomeOf } from './settle-sent.ts'
import {
  entityOf,
  hasDrafts,
  judgeRead,
  outcomeOfFailedRead,
  type Read,
  type SiteContext,
} from '../site-context.ts'

type FailedRead = Extract<Read<unknown>, { ok: false }>['result']

/** The order as far as a move is about it. `moved` null: the document is not there, or not shown to this user. */
type Places = { moved: Place | null; others: Place[] }

/**
 * The request of a move as it may leave: beside the neighbour where that one is now. The outcome where it is not to
 * leave: what it was to go beside is not there any more, or cannot be looked up.
 *
 * Where documents have drafts, first keys are never asked for: the server gives them by a write of the newest version
 * over the published one, which puts a draft in its place and takes it off the site (Payload 3.90).
 */
export async function aimMove(
  site: SiteContext,
  entry: OutboxEntry,
  request: WriteRequest,
): Promise<{ request: WriteRequest } | { outcome: SendOutcome }> {
  const { move } = entry
  if (move === undefined) return { outcome: await park(site, entry, problemOf('broken')) }
  const places = await readPlaces(site, entry, move)
  if (!places.ok) return { outcome: await outcomeOfUnread(site, entry, places.result, false) }
  const { moved, others } = places.value
  if (moved === null) return { outcome: await parkMissing(site, entry, false) }
  const mayGiveKeys = !hasDrafts(entityOf(site.schema(), entry.ref))
  const target = neighbourNow(move, moved, mayGiveKeys ? others : others.filter((one) => one.key !== null))
  if (target === null && neighbourNow(move, moved, others) !== null)
    return { outcome: await park(site, entry, problemOf('no-place-yet')) }
  if (target === null) return { outcome: await park(site, entry, problemOf('neighbour-gone')) }
  const { place, side } = target
  const named = idAs(place.id, request)
  const body: JsonObject = {
    ...request.body,
    newKeyWillBe: side,
    // Without a key the server gives all of them their first one, and moves nothing yet.
    target: place.key === null ? { id: named } : { id: named, key: place.key },
  }
  // A key where there was none may be anybody's: the server gives one at each write.
  const isTold = moved.key !== null && place.key !== null
  return { request: { ...request, body, ...(isTold ? { keyBefore: moved.key } : {}) } }
}

/**
 * What became of a move whose answer was lost: a document that has another key than before was moved. Where it has not,
 * the move is made anew, which leads to the same place however often it is done. First keys are waited for, for as long
 * as the server may be giving them. `ended`: the server has answered and works on it no more.
 */
export async function resolveMove(
  site: SiteContext,
  { entry, request }: { entry: OutboxEntry; request: WriteRequest },
  { ended }: { ended: boolean },
): Promise<SendOutcome | 'anew'> {
  const { move, key } = entry
  if (move === undefined) return park(site, entry, problemOf('broken'))
  const places = await readPlaces(site, entry, move)
  if (!places.ok) return outcomeOfUnread(site, entry, places.result, true)
  const { moved, others } = places.value
  if (moved === null) return parkMissing(site, entry, true)
  // Null was written down once, and tells nothing.
  const { keyBefore = null } = request
  if (keyBefore !== null && moved.key !== keyBefore) return settleMove(site, entry)
  const isKeyless = neighbourNow(move, moved, others)?.place.key === null
  const age = sinceSent(request, site.client.serverTime())
  if (asksForFirstKeys(request) && isKeyless && !ended && age !== null && age <= site.longestRunMs)
    return { type: 'retry', reason: 'first keys', retryAfterMs: LOOK_AGAIN_MS }
  await site.store.settleRetry({ key, outcomeUnknown: false })
  return 'anew'
}

/** The server has done it. Where it only gave all documents their first keys, the move is still to come. */
export async function settleAnsweredMove(
  site: SiteContext,
  entry: OutboxEntry,
  json: Json | undefined,
): Promise<SendOutcome> {
  if (isPlainJson(json) && Array.isArray(own(json, 'orderValues'))) return settleMove(site, entry)
  const { move } = entry
  if (move === undefined) return park(site, entry, problemOf('broken'))
  const places = await readPlaces(site, entry, move)
  if (places.ok && places.value.moved !== null) {
    const { moved, others } = places.value
    // It was to go beside one that has none now either: asking again would go round in circles.
    if (neighbourNow(move, moved, others)?.place.key === null) return park(site, entry, problemOf('rejected'))
  }
  await site.store.settleRetry({ key: entry.key, outcomeUnknown: false })
  return { type: 'retry', reason: 'first keys', retryAfterMs: 0 }
}

/** Ends a move that was done, with the document as it is since. */
async function settleMove(site: SiteContext, entry: OutboxEntry): Promise<SendOutcome> {
  const read = await readBase(site, entry.ref)
  const isHidden = !read.ok && (read.result.outcome === 'gone' || read.result.outcome === 'denied')
  if (!read.ok && !isHidden) return tryLater(site, entry, read.result, true)
  const settled = await site.store.settleMoved({ sent: entry, found: read.ok ? read.value : null })
  return outcomeOf(site, entry, settled, '')
}

/** The document and those that it may go beside, as they are now: their keys, and what they point at. */
async function readPlaces(
  site: SiteContext,
  { ref }: OutboxEntry,
  { field, scope, parent, near }: Move,
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
        where: { id: { in: ids.join(',') } },
        select: selectOf([field, ...(top === undefined ? [] : [top])]),
        limit: ids.length,
      }),
  })
  const read = await judgeRead(site, answer, pageUpTo(ids.length))
  if (!read.ok) return read
  const places = read.value.docs.flatMap((doc): Place[] => {
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

/** Whether a request of a move makes the server give keys, and moves nothing. */
function asksForFirstKeys({ body }: WriteRequest): boolean {
  const target = body === null ? undefined : own(body, 'target')
  return isPlainJson(target) && own(target, 'key') === undefined
}

function valueAt(doc: JsonObject, path: string | null): Json {
  if (path === null) return null
  return path.split('.').reduce<Json>((value, name) => valuesIn(value, name), doc)
}

/** Of rows: that of each. */
function valuesIn(value: Json, name: string): Json {
  if (Array.isArray(value)) return value.map((row) => valuesIn(row, name))
  return isPlainJson(value) ? (own(value, name) ?? null) : null
}

/** The document is not among what was answered: gone, or not for this user's eyes. */
async function parkMissing(
  site: SiteContext,
  entry: OutboxEntry,
  outcomeUnknown: boolean,
): Promise<SendOutcome> {
  const read = await readBase(site, makeRef('collection', entry.ref.slug, refId(entry.ref)))
  if (read.ok) return park(site, entry, problemOf('denied'))
  return outcomeOfUnread(site, entry, read.result, outcomeUnknown)
}

async function outcomeOfUnread(
  site: SiteContext,
  entry: OutboxEntry,
  result: FailedRead,
  outcomeUnknown: boolean,
): Promise<SendOutcome> {
  const { outcome } = result
  if (outcome !== 'gone' && outcome !== 'denied') return tryLater(site, entry, result, outcomeUnknown)
  const status = outcome === 'gone' ? 404 : 403
  return park(site, entry, problemOf(outcome, { message: result.message, status }))
}

/** What a move needs to know cannot be asked now. Where the server is there, it counts as a try that failed. */
async function tryLater(
  site: SiteContext,
  { key, attempts }: OutboxEntry,
  result: FailedRead,
  outcomeUnknown: boolean,
): Promise<SendOutcome> {
  const refused = result.outcome === 'failed'
  const lasting = problemOf('server-error', refused ? { message: result.message } : {})
  const problem = refused && hasFailedLong(lasting, attempts + 1) ? { problem: lasting } : {}
  await site.store.settleRetry({ key, outcomeUnknown, refused, ...problem })
  return outcomeOfFailedRead(result)
}

async function park(
  site: SiteContext,
  { key }: OutboxEntry,
  problem: ReturnType<typeof problemOf>,
): Promise<SendOutcome> {
  await site.store.settleParked({ key, problem })
  return { type: 'parked', problem }
}

/** An id as the site has it: a number where that of the moved document is one. */
function idAs(id: string, { body }: WriteRequest): Json {
  const moved = body === null ? undefined : own(body, 'docsToMove')
  return Array.isArray(moved) && typeof moved[0] === 'number' ? Number(id) : id
}
