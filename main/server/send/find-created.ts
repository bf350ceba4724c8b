import { makeRef, refId } from '../../../shared/cms/doc-ref.ts'
import { projectLocale } from '../../../shared/document/project.ts'
import { sameJson, type Json, type JsonObject } from '../../../shared/json.ts'
import type { OutboxEntry, Problem, SendOutcome } from '../../../shared/sync/entry.ts'
import type { WriteRequest } from '../../../shared/sync/request.ts'
import type { BaseInput } from '../../store/store-api.ts'
import { pageUpTo } from '../answer-shapes.ts'
import { baseQuery, collectionPath, queryString } from '../http/document-query.ts'
import { ageOf } from './look-up-write.ts'
import { readBase } from '../read/read-documents.ts'
import { entityOf, hasDrafts, judgeRead, outcomeOfFailedRead, type SiteContext } from '../site-context.ts'

export type CreatedLookup =
  /** hidden: it may exist, and this user may not see it. */
  | { kind: 'there'; found: BaseInput }
  | { kind: 'not-there' | 'hidden' }
  | { kind: 'no-answer'; outcome: SendOutcome }

/** Looks for a document by the id that this computer gave it. */
export async function readCreated(
  site: SiteContext,
  entry: OutboxEntry,
  request: WriteRequest,
): Promise<CreatedLookup> {
  const id = refId(entry.ref)
  // Without an id made on this computer, a missing document proves nothing.
  if (!hasOwnId(entry, request)) return { kind: 'not-there' }
  const read = await readBase(site, makeRef('collection', entry.ref.slug, id))
  if (read.ok) return { kind: 'there', found: read.value }
  const { result } = read
  if (result.outcome === 'gone') return { kind: 'not-there' }
  if (result.outcome === 'denied') return { kind: 'hidden' }
  return { kind: 'no-answer', outcome: outcomeOfFailedRead(result) }
}

/** True if the creation has an id made on this computer: a second request would be refused. */
export function hasOwnId(entry: OutboxEntry, request: WriteRequest): boolean {
  return request.body?.['id'] === refId(entry.ref)
}

/**
 * The result of a search for a creation in its collection:
 * - like-it: a document holds every value of the creation
 * - others: a document may be it, with values that the server changed, or the search cannot rule that out
 * - none: no document was created since the request left; `age`: milliseconds from then to this answer, by
 *   the server's clock
 */
export type CreatedSearch =
  { kind: 'like-it' | 'others' } | { kind: 'none'; age: number } | { kind: 'no-answer'; outcome: SendOutcome }

/** Number of the newest documents that are compared. */
const NEWEST = 20
/** Largest difference between the clocks of a site's servers. */
const SKEW_MS = 2000

/** Looks for a creation without its key, among the newest documents, if possible those since it was sent (SY4). */
export async function searchCreated(
  site: SiteContext,
  entry: OutboxEntry,
  request: WriteRequest,
): Promise<CreatedSearch> {
  const entity = entityOf(site.schema(), entry.ref)
  const collection = entity?.kind === 'collection' ? entity : null
  const since =
    request.sentAfter === null || collection?.timestamps !== true
      ? null
      : new Date(Date.parse(request.sentAfter) - SKEW_MS).toISOString()
  const answer = await site.client.request({
    method: 'GET',
    path:
      collectionPath(entry.ref.slug) +
      queryString({
        ...baseQuery(site.schema(), hasDrafts(entity)),
        ...(collection?.trash ? { trash: 'true' } : {}),
        ...(since === null ? {} : { where: { createdAt: { greater_than_equal: since } } }),
        sort: '-createdAt',
        limit: NEWEST,
      }),
  })
  const read = await judgeRead(site, answer, pageUpTo(NEWEST))
  if (!read.ok) return { kind: 'no-answer', outcome: outcomeOfFailedRead(read.result) }
  const { docs, totalDocs } = read.value
  const { id: _id, ...body } = request.body ?? {}
  if (docs.some((doc) => holds(oneLocale(site, entry, doc), body))) return { kind: 'like-it' }
  const age = ageOf(request, answer.kind === 'http' ? answer.date : null)
  const isSure = since !== null && age !== null && totalDocs === 0 && site.readsAll(entry.ref)
  return isSure ? { kind: 'none', age } : { kind: 'others' }
}

/** True if `whole` contains every value of `part`; additions of the server do not matter. */
export function holds(whole: Json | undefined, part: Json): boolean {
  if (Array.isArray(part)) {
    return (
      Array.isArray(whole) &&
      whole.length === part.length &&
      part.every((item, index) => holds(whole[index], item))
    )
  }
  if (typeof part === 'object' && part !== null) {
    if (typeof whole !== 'object' || whole === null || Array.isArray(whole))
      return Object.keys(part).length === 0
    return Object.entries(part).every(([key, value]) => holds(whole[key], value))
  }
  return sameJson(whole, part)
}

/** A document as the answer to a write in the entry's locale would have it. */
export function oneLocale(site: SiteContext, entry: OutboxEntry, data: JsonObject): JsonObject {
  const entity = entityOf(site.schema(), entry.ref)
  return entity ? projectLocale(entity.fields, data, entry.locale) : data
}

/** The problem of a creation that may have arrived; a person decides (SY4). `message`: the server's words. */
export function outcomeUnknown(message = '', status: number | null = null): Problem {
  return { code: 'outcome-unknown', message, status, fields: [], conflicts: [] }
}
