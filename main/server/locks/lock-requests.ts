import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { read, readList } from '../../../shared/cms/read-value.ts'
import { siteId } from '../../../shared/cms/doc-ref.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { judgeLock, type JudgedLock, type StoredLock } from '../../../shared/sync/document-lock.ts'
import { serverWords } from '../answer-shapes.ts'
import type { ApiAnswer } from '../http/api-client.ts'
import { queryString } from '../http/document-query.ts'
import { entityOf, type SiteContext } from '../site-context.ts'
import type { LockAct, LockEvent } from './lock-state.ts'
import { LOCKS_PATH, lockOf, namedInLock, readLock } from './read-lock.ts'

/** The site that locks are stored at. */
export type LockSite = Pick<SiteContext, 'client' | 'schema'>
/** The signed-in user. The id has the site's own type, number or string. */
export type LockOwner = { collection: string; id: string | number }

/** Time in milliseconds that a lock of a document lasts; null: its documents are not locked. */
export function lockDuration(site: LockSite, ref: DocRef): number | null {
  return entityOf(site.schema(), ref)?.lockMs ?? null
}

/** Reads and judges the lock of a document for a user; null: no answer, no user, or a document never locked. */
export async function readJudged(
  site: LockSite,
  ref: DocRef,
  user: LockOwner | null,
): Promise<JudgedLock | null> {
  const durationMs = lockDuration(site, ref)
  const stored = user === null || durationMs === null ? 'no-answer' : await readLock(site, ref)
  if (stored === 'no-answer' || user === null || durationMs === null) return null
  const self = { collection: user.collection, id: String(user.id) }
  return judgeLock(stored, { me: self, serverNow: site.client.serverTime() ?? 0, durationMs })
}

/** The requests to the server that follow from a read. */
export type RequestAct = Exclude<LockAct, { kind: 'look' }>

/**
 * Sends the request of an act, and returns the event that its answer is. `changed`: somebody else changed the lock, so
 * nothing was done.
 */
export async function sendAct(
  site: LockSite,
  ref: DocRef,
  { act, user }: { act: Exclude<RequestAct, { kind: 'giveUp' }>; user: LockOwner },
): Promise<LockEvent | 'changed' | null> {
  const answered = (answer: ApiAnswer): LockEvent => answerEvent(answer, lockDuration(site, ref) ?? 0)
  switch (act.kind) {
    case 'take':
      return answered(await createLock(site, ref, user))
    case 'takeFrom': {
      const answer = await changeLock(site, ref, act.stored, { user: named(user) })
      return hasMatchedNothing(answer) ? 'changed' : answered(answer)
    }
    case 'renew':
      return hasMatchedNothing(await changeLock(site, ref, act.stored, {})) ? 'changed' : null
    case 'giveBack':
      // Deleted only with this user's id: the lock may have been taken over, and lock ids are reused.
      await site.client.request({ method: 'DELETE', path: pathOf(site, ref, act.own, user.id) })
      return { kind: 'givenBack' }
    default:
      return act satisfies never
  }
}

function answerEvent(answer: ApiAnswer, durationMs: number): LockEvent {
  const made = madeLock(answer)
  if (made !== null) return { kind: 'made', ...made, durationMs }
  return { kind: 'notMade', refusal: answer.kind === 'http' ? serverWords(answer.json).message : '' }
}

/** Creates a new lock. An expired one is stored until the next save, but may be somebody else's. */
function createLock(site: LockSite, ref: DocRef, user: LockOwner): Promise<ApiAnswer> {
  return site.client.request({
    method: 'POST',
    path: `${LOCKS_PATH}?depth=0`,
    body: { ...namedInLock(site, ref), user: named(user) },
    neverRepeat: true,
  })
}

/** Changes a lock only if it still has the same user and document, since lock ids are reused. */
function changeLock(
  site: LockSite,
  ref: DocRef,
  { id, user }: StoredLock,
  body: JsonObject,
): Promise<ApiAnswer> {
  const of = { slug: user.collection, id: user.id }
  return site.client.request({
    method: 'PATCH',
    path: pathOf(site, ref, id, siteId(site.schema()?.collections ?? [], of)),
    body,
  })
}

function pathOf(site: LockSite, ref: DocRef, id: StoredLock['id'], user: string | number): string {
  const where: JsonObject = {
    and: [{ id: { equals: id } }, { 'user.value': { equals: user } }, lockOf(site, ref)],
  }
  return LOCKS_PATH + queryString({ depth: 0, where })
}

function named({ collection, id }: LockOwner): JsonObject {
  return { relationTo: collection, value: id }
}

/** The lock in an answer; null: there is none. */
function madeLock(answer: ApiAnswer): { id: StoredLock['id']; madeAt: number } | null {
  if (answer.kind !== 'http' || answer.status >= 300) return null
  const [changed] = readList(read(answer.json, 'docs'))
  const doc = changed ?? read(answer.json, 'doc')
  const id = read(doc, 'id')
  const madeAt = Date.parse(String(read(doc, 'createdAt')))
  return typeof id === 'string' || typeof id === 'number' ? { id, madeAt } : null
}

/** True if the lock to change no longer exists, or no longer matches. */
function hasMatchedNothing(answer: ApiAnswer): boolean {
  if (answer.kind !== 'http') return false
  const docs = read(answer.json, 'docs')
  return answer.status === 404 || (answer.status === 200 && Array.isArray(docs) && docs.length === 0)
}
