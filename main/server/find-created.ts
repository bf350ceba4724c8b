import { makeRef, refId } from '../../shared/cms/doc-ref.ts'
import { projectLocale } from '../../shared/document/project.ts'
import { sameJson, type Json, type JsonObject } from '../../shared/json.ts'
import type { OutboxEntry, Problem, SendOutcome } from '../../shared/sync/entry.ts'
import type { WriteRequest } from '../../shared/sync/request.ts'
import { pageUpTo } from './answer-shapes.ts'
import { baseQuery, collectionPath, queryString } from './document-query.ts'
import { readBase } from './read-documents.ts'
import { entityOf, hasDrafts, judgeRead, outcomeOfFailedRead, type SiteContext } from './site-context.ts'

export type CreatedLookup =
  /** `answer`: the document as a write in the entry's locale would have answered it. */
  { kind: 'ours'; answer: JsonObject } | { kind: 'not-there' } | { kind: 'no-answer'; outcome: SendOutcome }

/** Looks for a document by the id that this computer gave it. */
export async function readCreated(
  site: SiteContext,
  entry: OutboxEntry,
  request: WriteRequest,
): Promise<CreatedLookup> {
  const id = refId(entry.ref)
  // An id of the server's own, or none: nothing can be told by it.
  if (request.body?.['id'] !== id) return { kind: 'not-there' }
  const read = await readBase(site, makeRef('collection', entry.ref.slug, id))
  if (read.ok) return { kind: 'ours', answer: oneLocale(site, entry, read.value.data) }
  const { result } = read
  if (result.outcome === 'gone' || result.outcome === 'denied') return { kind: 'not-there' }
  return { kind: 'no-answer', outcome: outcomeOfFailedRead(result) }
}

/** How many of the newest documents are looked at; more were hardly created within one lost answer. */
const NEWEST = 20

/** Whether one of the newest documents holds every value that a creation carried (SY4, without idempotency). */
export async function probeCreated(
  site: SiteContext,
  entry: OutboxEntry,
  request: WriteRequest,
): Promise<{ kind: 'found' } | { kind: 'not-found' } | { kind: 'no-answer'; outcome: SendOutcome }> {
  const drafts = hasDrafts(entityOf(site.schema(), entry.ref))
  const answer = await site.client.request({
    method: 'GET',
    path:
      collectionPath(entry.ref.slug) +
      queryString({ ...baseQuery(site.schema(), drafts), sort: '-createdAt', limit: NEWEST }),
  })
  const read = await judgeRead(site, answer, pageUpTo(NEWEST))
  if (!read.ok) return { kind: 'no-answer', outcome: outcomeOfFailedRead(read.result) }
  const { id: _id, ...body } = request.body ?? {}
  const found = read.value.docs.some((doc) => holds(oneLocale(site, entry, doc), body))
  return { kind: found ? 'found' : 'not-found' }
}

/** Whether `whole` has every value of `part`; what the server added beside them does not matter. */
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

function oneLocale(site: SiteContext, entry: OutboxEntry, data: JsonObject): JsonObject {
  const entity = entityOf(site.schema(), entry.ref)
  return entity ? projectLocale(entity.fields, data, entry.locale) : data
}

/** Nobody can tell from here whether the creation arrived; a person decides (SY4). */
export function outcomeUnknown(): Problem {
  return { code: 'outcome-unknown', message: '', status: null, fields: [], conflicts: [] }
}
