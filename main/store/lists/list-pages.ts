import * as v from 'valibot'
import type { ListQuery } from '../../../shared/ipc.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { isPlainJson } from '../../../shared/json.ts'
import { withoutTimes } from '../../../shared/lists/base-filter.ts'
import type { Db } from '../tables/sql.ts'
import { all, one, parseJson, run } from '../tables/sql.ts'

/** The key of a stored page: a query, and the base filter that the server added to it. */
export type PageQuestion = { query: ListQuery; base: JsonObject | null }

export type StoredPage = { ids: string[]; total: number; fetchedAt: string }

const idList = v.array(v.string())
/** Pages kept per collection; a search leaves one for every typed word. */
const KEPT_PAGES = 200

export function readPage(db: Db, question: PageQuestion): StoredPage | null {
  type Row = { ids: string; total: number; fetched_at: string }
  const sql = 'SELECT ids, total, fetched_at FROM list_pages WHERE slug = ? AND query = ?'
  const row = one<Row>(db, sql, question.query.slug, pageKey(question))
  return row
    ? { ids: v.parse(idList, parseJson(row.ids)), total: row.total, fetchedAt: row.fetched_at }
    : null
}

/** The server's last count for this filter, without search words; null: no such page is stored. */
export function lastTotal(db: Db, { query: { slug, where, locale }, base }: PageQuestion): number | null {
  const row = one<{ total: number }>(
    db,
    `SELECT total FROM list_pages WHERE slug = ? AND json_extract(query, '$[3]', '$[4]', '$[5]', '$[6]') = json(?)
     ORDER BY turn DESC LIMIT 1`,
    slug,
    JSON.stringify(['', sorted(where), locale, baseKey(base)]),
  )
  return row?.total ?? null
}

/** Ids of all documents in stored pages with this base filter. */
export function idsNarrowedBy(db: Db, slug: string, base: JsonObject): ReadonlySet<string> {
  const rows = all<{ id: string }>(
    db,
    `SELECT DISTINCT each.value AS id FROM list_pages page, json_each(page.ids) each
     WHERE page.slug = ? AND json_extract(page.query, '$[6]') = json(?)`,
    slug,
    JSON.stringify(baseKey(base)),
  )
  return new Set(rows.map(({ id }) => id))
}

export function writePage(db: Db, question: PageQuestion, page: StoredPage): void {
  const { query } = question
  run(
    db,
    `INSERT INTO list_pages (slug, query, is_plain, ids, total, fetched_at, turn)
     VALUES (?, ?, ?, ?, ?, ?, (SELECT coalesce(max(turn), 0) + 1 FROM list_pages WHERE slug = ?))
     ON CONFLICT (slug, query) DO UPDATE SET
       ids = excluded.ids, total = excluded.total, fetched_at = excluded.fetched_at, turn = excluded.turn`,
    query.slug,
    pageKey(question),
    isFirstOfAll(query) ? 1 : 0,
    JSON.stringify(page.ids),
    page.total,
    page.fetchedAt,
    query.slug,
  )
  run(
    db,
    `DELETE FROM list_pages WHERE slug = ? AND turn <= (SELECT max(turn) FROM list_pages WHERE slug = ?) - ?`,
    query.slug,
    query.slug,
    KEPT_PAGES,
  )
}

/**
 * Puts a document that was just created on the server at the head of the first unfiltered pages, where it
 * stays until the server is asked again.
 */
export function addToFirstPages(db: Db, slug: string, id: string): void {
  eachPage(db, slug, 'AND is_plain = 1', (ids, total) =>
    ids.includes(id) ? null : { ids: [id, ...ids], total: total + 1 },
  )
}

/** Removes a document that is gone from the server. */
export function removeFromPages(db: Db, slug: string, id: string): void {
  eachPage(db, slug, '', (ids, total) =>
    ids.includes(id) ? { ids: ids.filter((item) => item !== id), total: Math.max(0, total - 1) } : null,
  )
}

type Edit = (ids: string[], total: number) => { ids: string[]; total: number } | null

function eachPage(db: Db, slug: string, condition: string, edit: Edit): void {
  type Row = { query: string; ids: string; total: number }
  for (const row of all<Row>(
    db,
    `SELECT query, ids, total FROM list_pages WHERE slug = ? ${condition}`,
    slug,
  )) {
    const next = edit(v.parse(idList, parseJson(row.ids)), row.total)
    if (!next) continue
    const sql = 'UPDATE list_pages SET ids = ?, total = ? WHERE slug = ? AND query = ?'
    run(db, sql, JSON.stringify(next.ids), next.total, slug, row.query)
  }
}

/** True for page 1 without search and filter. */
export function isFirstOfAll(query: ListQuery): boolean {
  return query.page === 1 && query.search.trim() === '' && isEmptyWhere(query.where)
}

function isEmptyWhere(where: ListQuery['where']): boolean {
  return where === null || Object.keys(where).length === 0
}

/** The key of a page: equal queries have the same key, however the keys of their filters are ordered. */
function pageKey({ query, base }: PageQuestion): string {
  const where = isEmptyWhere(query.where) ? null : sorted(query.where)
  const asked = [query.page, query.limit, query.sort, query.search.trim(), where, query.locale]
  return JSON.stringify(base === null ? asked : [...asked, baseKey(base)])
}

/** The base filter as a part of the key: times in it do not count, as they may be relative to now. */
function baseKey(base: JsonObject | null): Json {
  return sorted(withoutTimes(base))
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isPlainJson(value)) return value
  const entries = Object.entries(value).map(([name, item]): [string, Json] => [name, sorted(item)])
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
