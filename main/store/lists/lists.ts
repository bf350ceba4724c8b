import { makeRef, refId, refKey } from '../../../shared/cms/doc-ref.ts'
import { sameJson, type JsonObject } from '../../../shared/json.ts'
import { storable } from '../tables/credentials.ts'
import { editedIds, effectiveData, isEdited, isLeaving } from './list-index.ts'
import { isFirstOfAll, readPage, writePage } from './list-pages.ts'
import { deleteListRow, readListRow, writeListRow } from './list-rows.ts'
import { collectionTotal } from './read-list.ts'
import { resolveRef } from '../tables/ids.ts'
import { readEntries } from '../tables/outbox-rows.ts'
import { all, run, type Db } from '../tables/sql.ts'
import type { ExportRow, ListRowInput, StoreApi } from '../store-api.ts'
import type { ReadContext, StoreContext } from '../store-context.ts'

/**
 * Stores a page of a list as the server answered it. If a document was stored here while the answer was on its way
 * (`askedAt`), its row with another revision is left out, as revisions do not tell which is newer (SY11).
 */
export function putListPage(context: StoreContext, input: Parameters<StoreApi['putListPage']>[0]): void {
  const { db, events, now } = context
  const { query } = input
  const question = { query, base: input.base ?? null }
  const ids = input.ids ?? input.rows.map((row) => row.id)
  const before = readPage(db, question)
  let changed = !before || before.total !== input.totalDocs || !sameJson(before.ids, ids)
  for (const row of input.rows) changed = mergeListRow(context, query.slug, row, input.askedAt) || changed
  writePage(db, question, { ids, total: input.totalDocs, fetchedAt: now() })
  if (input.collectionTotal !== null) {
    changed = collectionTotal(db, query.slug) !== input.collectionTotal || changed
    run(
      db,
      'INSERT INTO collection_totals (slug, total) VALUES (?, ?) ON CONFLICT (slug) DO UPDATE SET total = excluded.total',
      query.slug,
      input.collectionTotal,
    )
  }
  if (question.base === null && isFirstOfAll(query) && ids.length === input.totalDocs)
    changed = dropUnlisted(db, query.slug, new Set(ids)) || changed
  if (changed) events.list(query.slug)
}

/** See StoreApi.putListRows. */
export function putListRows(
  context: StoreContext,
  { slug, rows, askedAt }: Parameters<StoreApi['putListRows']>[0],
): void {
  for (const row of rows) if (mergeListRow(context, slug, row, askedAt)) context.events.list(slug)
}

/** Stores a row of the server. Returns true if the stored row is another one now. */
function mergeListRow(
  { db, site, learnt, now }: StoreContext,
  slug: string,
  input: ListRowInput,
  askedAt = Infinity,
): boolean {
  const before = readListRow(db, slug, input.id)
  const isSuperseded = learnt.isSince(refKey({ kind: 'collection', slug, id: input.id }), askedAt)
  if (before && isSuperseded && before.updatedAt !== input.updatedAt) return false
  // Values read for other queries still hold if the revision is the same.
  const isSame = before !== null && before.updatedAt === input.updatedAt
  const row = {
    ...input,
    data: storable(site.collection(slug), isSame ? { ...before.data, ...input.data } : input.data),
    hasPublished: input.hasPublished ?? (isSame ? before.hasPublished : null),
    publishedIn: input.publishedIn ?? (isSame ? (before.publishedIn ?? null) : null),
  }
  if (before && sameJson(toJson(before), toJson(row))) return false
  writeListRow(db, slug, row, now())
  return true
}

function toJson({ data, updatedAt, status, hasPublished, publishedIn = null }: ListRowInput): JsonObject {
  return { data, updatedAt, status, hasPublished, publishedIn }
}

/** Deletes the unedited rows that a complete list of the server does not contain. */
function dropUnlisted(db: Db, slug: string, ids: Set<string>): boolean {
  const gone = all<{ id: string }>(db, 'SELECT id FROM list_rows WHERE slug = ?', slug).filter(
    ({ id }) => !ids.has(id),
  )
  const edited = editedIds({ db }, slug)
  const dropped = gone.filter(({ id }) => !edited.has(id))
  for (const { id } of dropped) deleteListRow(db, slug, id)
  return dropped.length > 0
}

/** See StoreApi.exportRows. */
export function exportRows(
  context: ReadContext,
  { slug, ids, only }: Parameters<StoreApi['exportRows']>[0],
): ExportRow[] {
  return ids.flatMap((askedAs) => {
    const ref = resolveRef(context.db, makeRef('collection', slug, askedAs))
    const id = refId(ref)
    if (only === 'edited' && id === askedAs && !isEdited(context, slug, id)) return []
    const row = readListRow(context.db, slug, id)
    const whole = effectiveData(context, ref)
    const data = whole ?? row?.data
    if (data === undefined) return []
    const status = row?.status ?? (context.site.collection(slug)?.versions?.drafts === true ? 'draft' : null)
    const isWhole = whole !== null
    return [{ id, askedAs, data, status, isWhole, isLeaving: isLeaving(readEntries(context.db, ref)) }]
  })
}
