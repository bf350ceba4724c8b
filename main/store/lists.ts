import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { refKey } from '../../shared/cms/doc-ref.ts'
import type { Collection } from '../../shared/cms/schema-model.ts'
import { effectiveDocument } from '../../shared/document/effective.ts'
import type { Draft, ListPage, ListQuery, ListRow } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import { sameJson } from '../../shared/json.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { documentState } from '../../shared/sync/queue.ts'
import type { OpenDifference } from '../../shared/sync/sent-entry.ts'
import { storable } from './credentials.ts'
import type { StoredDocument } from './documents.ts'
import { openDifferencesOf } from './differences.ts'
import { changesOf, readDocument } from './documents.ts'
import { readDraft } from './draft-rows.ts'
import { matchesSearch, matchesWhere, namesIn } from './list-filter.ts'
import { isFirstOfAll, readPage, writePage } from './list-pages.ts'
import { deleteListRow, readListRow, readListRows, summarise, writeListRow } from './list-rows.ts'
import { sortRows } from './list-sort.ts'
import { readEntries } from './outbox-rows.ts'
import type { Db } from './sql.ts'
import { all, one, run } from './sql.ts'
import type { ListRowInput, StoreApi } from './store-api.ts'
import type { Site, StoreContext } from './store-context.ts'

/** A row with the edits of this computer on it, and its state on this computer. */
type LocalRow = ListRowInput & {
  isNew: boolean
  entries: OutboxEntry[]
  hasDraft: boolean
  differences: OpenDifference[]
}

/**
 * A page of a collection: as the server last gave it where it did, else the same query run on what is here. Documents
 * made here come first until they are sent; those that are to be deleted are left out.
 */
export function list(context: StoreContext, query: ListQuery): ListPage {
  const { db, site } = context
  const collection = site.collection(query.slug)
  const edited = editedIds(db, query.slug)
  const rowOf = (row: ListRowInput): LocalRow =>
    edited.has(row.id) ? withEdits(context, query.slug, row) : untouched(row)
  const isShown = (row: LocalRow): boolean => !isLeaving(row.entries)
  const filtered = query.where === null ? [] : namesIn(query.where)
  const isWanted = (row: LocalRow): boolean =>
    matches(collection, withLongFields(context, query.slug, row, filtered), query)

  const fresh = newRows(context, query.slug, edited).filter((row) => isShown(row) && isWanted(row))
  const coverage = coverageOf(db, query.slug)
  const page = readPage(db, query)
  if (page) {
    const given = page.ids
      .flatMap((id) => readListRow(db, query.slug, id) ?? [])
      .map(rowOf)
      .filter(isShown)
    const unsent = fresh.filter((row) => !page.ids.includes(row.id))
    const rows = query.page === 1 ? [...unsent, ...given] : given
    return {
      rows: rows.map((row) => toListRow(db, collection, query.slug, row)),
      totalDocs: page.total + unsent.length,
      source: 'server',
      fetchedAt: page.fetchedAt,
      coverage,
    }
  }
  const known = readListRows(db, query.slug)
    .map(rowOf)
    .filter((row) => !row.isNew && isShown(row) && isWanted(row))
  const rows = [...fresh, ...sortRows(collection, known, query.sort, query.locale)]
  const start = (query.page - 1) * query.limit
  return {
    rows: rows.slice(start, start + query.limit).map((row) => toListRow(db, collection, query.slug, row)),
    totalDocs: rows.length,
    source: 'computer',
    fetchedAt: null,
    coverage,
  }
}

/**
 * Takes a page as the server gave it. Rows of documents that were learnt since it was asked for change nothing: which
 * of the two is the newer one, no time tells (SY11).
 */
export function putListPage(context: StoreContext, input: Parameters<StoreApi['putListPage']>[0]): void {
  const { db, events, now } = context
  const { query } = input
  const ids = input.rows.map((row) => row.id)
  const before = readPage(db, query)
  let changed = !before || before.total !== input.totalDocs || !sameJson(before.ids, ids)
  for (const row of input.rows) changed = mergeListRow(context, query.slug, row, input.askedAt) || changed
  writePage(db, query, { ids, total: input.totalDocs, fetchedAt: now() })
  if (input.collectionTotal !== null) {
    changed = coverageOf(db, query.slug).total !== input.collectionTotal || changed
    run(
      db,
      'INSERT INTO collection_totals (slug, total) VALUES (?, ?) ON CONFLICT (slug) DO UPDATE SET total = excluded.total',
      query.slug,
      input.collectionTotal,
    )
  }
  if (isFirstOfAll(query) && ids.length === input.totalDocs)
    changed = dropUnlisted(db, query.slug, new Set(ids)) || changed
  if (changed) events.list(query.slug)
}

/** True where the row looks different now. */
function mergeListRow(
  { db, site, learnt }: StoreContext,
  slug: string,
  input: ListRowInput,
  askedAt = Infinity,
): boolean {
  const before = readListRow(db, slug, input.id)
  const isSuperseded = learnt.isSince(refKey({ kind: 'collection', slug, id: input.id }), askedAt)
  if (before && isSuperseded && before.updatedAt !== input.updatedAt) return false
  // Columns of other queries still hold as long as the document is the same.
  const isSame = before !== null && before.updatedAt === input.updatedAt
  const row = {
    ...input,
    data: storable(site, slug, isSame ? { ...before.data, ...input.data } : input.data),
    hasPublished: input.hasPublished ?? (isSame ? before.hasPublished : null),
  }
  if (before && sameJson(toJson(before), toJson(row))) return false
  writeListRow(db, slug, row)
  return true
}

function toJson({ data, updatedAt, status, hasPublished }: ListRowInput): {
  [key: string]: ListRowInput['data'] | string | boolean | null
} {
  return { data, updatedAt, status, hasPublished }
}

/** The server has just listed every document there is: rows of others are of the past. */
function dropUnlisted(db: Db, slug: string, ids: Set<string>): boolean {
  const gone = all<{ id: string }>(db, 'SELECT id FROM list_rows WHERE slug = ?', slug).filter(
    ({ id }) => !ids.has(id),
  )
  const edited = editedIds(db, slug)
  const dropped = gone.filter(({ id }) => !edited.has(id))
  for (const { id } of dropped) deleteListRow(db, slug, id)
  return dropped.length > 0
}

/** Ids of a collection's documents that have drafts or entries, or values that the server did not take. */
function editedIds(db: Db, slug: string): Set<string> {
  const sql = `SELECT id FROM outbox WHERE kind = 'collection' AND slug = ?
    UNION SELECT id FROM drafts WHERE kind = 'collection' AND slug = ?
    UNION SELECT id FROM save_differences WHERE kind = 'collection' AND slug = ?`
  return new Set(all<{ id: string }>(db, sql, slug, slug, slug).map((row) => row.id))
}

/** Documents made here, the newest first. One without any edit is not worth a row yet. */
function newRows(context: StoreContext, slug: string, edited: Set<string>): LocalRow[] {
  const sql = `SELECT id FROM documents WHERE kind = 'collection' AND slug = ? AND is_new = 1 ORDER BY rowid DESC`
  return all<{ id: string }>(context.db, sql, slug)
    .filter(({ id }) => edited.has(id))
    .map(({ id }) =>
      withEdits(context, slug, { id, data: {}, updatedAt: null, status: null, hasPublished: false }),
    )
}

function untouched(row: ListRowInput): LocalRow {
  return { ...row, isNew: false, entries: [], hasDraft: false, differences: [] }
}

function withEdits(context: StoreContext, slug: string, row: ListRowInput): LocalRow {
  const { db, site } = context
  const ref: DocRef = { kind: 'collection', slug, id: row.id }
  const entries = readEntries(db, ref)
  const draft = readDraft(db, ref)
  const document = readDocument(db, ref)
  const differences = document ? openDifferencesOf(context, document, changesOf(entries, draft)) : []
  const localState = { isNew: document?.isNew ?? false, entries, hasDraft: draft !== null, differences }
  if (!document) return { ...row, ...localState }
  const data = effectiveData(site, document, entries, draft)
  return { ...row, ...localState, data: summarise(data, row.data) }
}

function effectiveData(
  site: Site,
  { ref, data: base, adjusted }: StoredDocument,
  entries: readonly OutboxEntry[],
  draft: Draft | null,
): JsonObject {
  return effectiveDocument(site.documentSchema(ref), { base, entries, draft, adjusted }).data
}

function isLeaving(entries: readonly OutboxEntry[]): boolean {
  return entries.some((entry) => entry.mode === 'delete' && entry.state !== 'parked')
}

function matches(collection: Collection | null, row: LocalRow, query: ListQuery): boolean {
  const search = query.search.trim()
  if (search !== '' && !matchesSearch(collection, row, search, query.locale)) return false
  return query.where === null || matchesWhere(collection?.fields ?? [], row, query.where, query.locale)
}

/** The row with those of the fields that are too long for rows of lists, out of the whole document (see summarise). */
function withLongFields(
  { db, site }: StoreContext,
  slug: string,
  row: LocalRow,
  names: readonly string[],
): LocalRow {
  if (names.every((name) => name in row.data)) return row
  const ref: DocRef = { kind: 'collection', slug, id: row.id }
  const document = readDocument(db, ref)
  if (!document) return row
  const data = effectiveData(site, document, row.entries, readDraft(db, ref))
  const long = names.filter((name) => !(name in row.data) && name in data)
  return {
    ...row,
    data: { ...row.data, ...Object.fromEntries(long.map((name) => [name, data[name] ?? null])) },
  }
}

function toListRow(db: Db, collection: Collection | null, slug: string, row: LocalRow): ListRow {
  const ref: DocRef = { kind: 'collection', slug, id: row.id }
  return {
    ref,
    data: row.data,
    isNew: row.isNew,
    status: statusOf(collection, row),
    state: documentState(row.entries, { ...row, isGone: false }),
    complete: isComplete(db, slug, row.id),
  }
}

function statusOf(collection: Collection | null, row: LocalRow): ListRow['status'] {
  if (collection && !collection.versions?.drafts) return null
  if (row.isNew) return collection ? 'draft' : null
  return row.status === 'draft' && row.hasPublished === true ? 'changed' : row.status
}

function isComplete(db: Db, slug: string, id: string): boolean {
  const sql = `SELECT 1 FROM documents WHERE kind = 'collection' AND slug = ? AND id = ?`
  return one(db, sql, slug, id) !== undefined
}

function coverageOf(db: Db, slug: string): ListPage['coverage'] {
  const here = one<{ count: number }>(
    db,
    `SELECT count(*) AS count FROM documents WHERE kind = 'collection' AND slug = ? AND is_new = 0 AND is_gone = 0`,
    slug,
  )
  const total = one<{ total: number }>(db, 'SELECT total FROM collection_totals WHERE slug = ?', slug)
  return { here: here?.count ?? 0, total: total?.total ?? null }
}
