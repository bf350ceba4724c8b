import { makeRef } from '../../../shared/cms/doc-ref.ts'
import {
  MANY_AT_MOST,
  type CallInput,
  type CallOutput,
  type ListRow,
  type TrashPage,
  type TrashResult,
} from '../../../shared/ipc.ts'
import { isJsonObject, type JsonObject } from '../../../shared/json.ts'
import { conditionsIn, fulfilledBy } from '../../store/tables/document-permissions.ts'
import { documentFacts } from '../answer-shapes.ts'
import type { ApiAnswer } from '../http/api-client.ts'
import { baseQuery, collectionPath, documentPath, queryString, selectOf } from '../http/document-query.ts'
import { readPage, resolved } from '../read/read-lists.ts'
import { judgeDone, maybeDone, notDone, type NotDone } from './only-server.ts'
import { readOwnWrite } from '../read/read-documents.ts'
import { entityOf, hasDrafts, judgeRead, type SiteContext } from '../site-context.ts'

/**
 * Lists a page of a collection's trash, which only the server has: this computer keeps just the last state of its own
 * deletions.
 */
export async function listTrash(site: SiteContext, query: CallInput<'trash.list'>): Promise<TrashPage> {
  const { slug } = query
  const entity = entityOf(site.schema(), { kind: 'collection', slug })
  if (entity?.kind !== 'collection' || !entity.trash) return { outcome: 'refused', message: '' }
  const { there } = await resolved(site, query)
  const judged = await readPage(site, entity, there, 'trash')
  if (!judged.ok) return notDone(judged.result)
  const conditions = conditionsIn((await site.store.getResource('session'))?.value)
  const rows = judged.value.docs.flatMap((doc): ListRow[] => {
    const { id, status, updatedAt } = documentFacts(doc)
    if (id === null || typeof doc['deletedAt'] !== 'string') return []
    const row = { ref: makeRef('collection', slug, id), data: doc, status, updatedAt }
    const fulfils = fulfilledBy(conditions, entity.fields, row, true)
    return [
      {
        ...row,
        // A deleted document has nothing unsent here.
        isNew: false,
        state: { kind: 'saved' },
        complete: true,
        // A stored answer about permissions is from before the document was moved to the trash.
        ...((fulfils.update !== null || fulfils.delete !== null) && {
          permissions: { answer: null, isOfNow: false, fulfils },
        }),
      },
    ]
  })
  return { outcome: 'done', rows, totalDocs: judged.value.totalDocs }
}

/** Reads a document in the trash, in all locales. */
export async function readTrashed(
  site: SiteContext,
  { ref }: CallInput<'trash.read'>,
): Promise<CallOutput<'trash.read'>> {
  const entity = entityOf(site.schema(), ref)
  // Documents of users contain more than may be shown, so they stay on the server.
  if (entity?.kind !== 'collection' || !entity.trash || entity.auth)
    return { outcome: 'refused', message: '' }
  const query = { ...baseQuery(site.schema(), hasDrafts(entity)), trash: 'true' }
  const answer = await site.client.request({ method: 'GET', path: documentPath(ref) + queryString(query) })
  const judged = await judgeRead(site, answer, (json) => (isJsonObject(json) ? json : null))
  if (!judged.ok) return judged.result.outcome === 'gone' ? { outcome: 'gone' } : notDone(judged.result)
  const { deletedAt } = judged.value
  return typeof deletedAt === 'string' ? { outcome: 'done', data: judged.value } : { outcome: 'restored' }
}

type Refused = Extract<TrashResult, { outcome: 'done' }>['refused'][number]
type Left = { ok: false; why: Refused['why'] | NotDone; message: string }
type One = { ok: true } | Left

/**
 * Restores documents as drafts, as the web admin does, or published; `publish` null: with the status of their newest
 * version. One that was restored already is skipped, as a draft would unpublish it.
 */
export async function restoreFromTrash(
  site: SiteContext,
  { slug, ids, publish }: CallInput<'trash.restore'>,
): Promise<TrashResult> {
  const drafts = hasDrafts(entityOf(site.schema(), { kind: 'collection', slug }))
  const body: JsonObject = {
    deletedAt: null,
    ...(drafts && publish !== null ? { _status: publish ? 'published' : 'draft' } : {}),
  }
  return each(ids, async (id): Promise<One> => {
    const found = await lookInTrash(site, slug, id)
    if (!found.ok) return found
    const { updatedAt } = found
    const answer = await site.client.request({
      method: 'PATCH',
      path: documentPath({ kind: 'collection', slug, id }) + queryString({ trash: 'true', depth: 0 }),
      body,
      // Somebody may restore the document between the check and this write.
      ...(updatedAt === null ? {} : { headers: { 'x-galley-base': updatedAt } }),
    })
    if (answer.kind === 'http' && answer.status === 409) return restored
    const one = await oneOf(site, answer)
    // The restored document is read back to this computer.
    if (one.ok) await readOwnWrite(site, makeRef('collection', slug, id), answer)
    return one
  })
}

/**
 * Deletes documents in the trash for good. The condition goes with the write, so restored ones stay; a site without
 * bulk delete is asked before each delete. A missing document counts as done.
 */
export async function emptyTrash(
  site: SiteContext,
  { slug, ids }: CallInput<'trash.empty'>,
  /** Refuses documents that were moved to the trash after this time; null: none. */
  until: string | null = null,
): Promise<TrashResult> {
  const entity = entityOf(site.schema(), { kind: 'collection', slug })
  if (entity?.kind === 'collection' && !entity.deletesMany)
    return each(ids, (id) => deleteById(site, { slug, id, until }))
  const deletedAt: JsonObject = until === null ? { exists: 'true' } : { less_than_equal: until }
  return each(ids, async (id): Promise<One> => {
    const where = { and: [{ id: { equals: id } }, { deletedAt }] }
    const answer = await site.client.request({
      method: 'DELETE',
      path: collectionPath(slug) + queryString({ trash: 'true', depth: 0, where }),
      body: null,
    })
    const { docs } = isHttpObject(answer) ? answer.json : {}
    if (answer.kind === 'http' && answer.status === 200 && Array.isArray(docs) && docs.length === 0) {
      const found = await lookInTrash(site, slug, id)
      return found.ok ? { ok: false, why: 'refused', message: '' } : found.isGone ? { ok: true } : found
    }
    return oneOf(site, answer)
  })
}

/**
 * Deletes for good all documents moved to the trash by the time `until`. As clocks differ, nothing is deleted
 * if there are more of them than `count`.
 */
export async function emptyWholeTrash(
  site: SiteContext,
  { slug, until, count }: CallInput<'trash.emptyAll'>,
): Promise<TrashResult> {
  const entity = entityOf(site.schema(), { kind: 'collection', slug })
  if (entity?.kind !== 'collection' || !entity.trash) return { outcome: 'refused', message: '' }
  const where: JsonObject = { deletedAt: { less_than_equal: until } }
  const asked = { slug, limit: MANY_AT_MOST, sort: 'id', search: '', where, locale: null, columns: [] }
  const { there } = await resolved(site, asked)
  const ids = new Set<string>()
  for (let page = 1; ; page += 1) {
    const judged = await readPage(site, entity, { ...there, page }, 'trash')
    if (!judged.ok) return notDone(judged.result)
    const { docs, totalDocs } = judged.value
    for (const doc of docs) {
      const { id } = documentFacts(doc)
      if (id !== null) ids.add(id)
    }
    if (docs.length === 0 || page * MANY_AT_MOST >= totalDocs) break
  }
  if (ids.size > count) return { outcome: 'refused', message: '' }
  return emptyTrash(site, { slug, ids: [...ids] }, until)
}

/**
 * Deletes by id if the site forbids deleting by a condition: a document restored between check and write is deleted,
 * too.
 */
async function deleteById(
  site: SiteContext,
  { slug, id, until }: { slug: string; id: string; until: string | null },
): Promise<One> {
  const found = await lookInTrash(site, slug, id)
  if (!found.ok) return found.isGone ? { ok: true } : found
  if (until !== null && !(Date.parse(found.deletedAt) <= Date.parse(until)))
    return { ok: false, why: 'refused', message: '' }
  const path = documentPath({ kind: 'collection', slug, id }) + queryString({ trash: 'true', depth: 0 })
  return oneOf(site, await site.client.request({ method: 'DELETE', path, body: null }))
}

const restored: Left = { ok: false, why: 'restored', message: '' }

type Look = { ok: true; deletedAt: string; updatedAt: string | null } | (Left & { isGone: boolean })

/** The present state of a document in the trash; not ok if it is no longer there. */
async function lookInTrash(site: SiteContext, slug: string, id: string): Promise<Look> {
  const drafts = hasDrafts(entityOf(site.schema(), { kind: 'collection', slug })) ? { draft: 'true' } : {}
  const answer = await site.client.request({
    method: 'GET',
    path:
      documentPath({ kind: 'collection', slug, id }) +
      queryString({ trash: 'true', depth: 0, ...drafts, select: selectOf(['deletedAt', 'updatedAt']) }),
  })
  const judged = await judgeDone(site, answer, (json) => (isJsonObject(json) ? json : null))
  if (!judged.ok) {
    const isGone = answer.kind === 'http' && answer.status === 404 && isJsonObject(answer.json)
    return { ok: false, why: judged.why, message: '', isGone }
  }
  const { deletedAt } = judged.value
  if (typeof deletedAt !== 'string') return { ...restored, isGone: false }
  return { ok: true, deletedAt, updatedAt: documentFacts(judged.value).updatedAt }
}

const isHttpObject = (answer: ApiAnswer): answer is ApiAnswer & { kind: 'http'; json: JsonObject } =>
  answer.kind === 'http' && isJsonObject(answer.json)

async function oneOf(site: SiteContext, answer: ApiAnswer): Promise<One> {
  const unknown = maybeDone(answer)
  if (unknown !== null) return { ok: false, why: 'unknown', message: unknown.message }
  const judged = await judgeDone(site, answer, (json) => (isJsonObject(json) ? json : null))
  return judged.ok ? { ok: true } : { ok: false, why: judged.why, message: '' }
}

/** Runs the requests one after another, as each may be refused. Without a connection the rest is not done. */
async function each(ids: readonly string[], ask: (id: string) => Promise<One>): Promise<TrashResult> {
  const done: string[] = []
  const refused: Refused[] = []
  for (const [index, id] of ids.entries()) {
    const one = await ask(id)
    if (one.ok) done.push(id)
    else if (typeof one.why === 'string') refused.push({ id, why: one.why, message: one.message })
    else if (one.why.outcome === 'refused') refused.push({ id, why: 'refused', message: one.why.message })
    else if (done.length + refused.length === 0) return one.why
    else {
      const rest = ids.slice(index).map((left): Refused => ({ id: left, why: 'refused', message: '' }))
      return { outcome: 'done', done, refused: [...refused, ...rest] }
    }
  }
  return { outcome: 'done', done, refused }
}
