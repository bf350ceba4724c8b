import * as v from 'valibot'
import type { Json, JsonObject } from '../../../shared/json.ts'
import type { RecordBase } from '../../../shared/sync/record/document-record.ts'
import type { Db } from '../tables/sql.ts'
import { fromFlag, one, parseJson, parseObject, run, toFlag } from '../tables/sql.ts'
import type { ListRowInput } from '../store-api.ts'

type Row = {
  id: string
  data: string
  updated_at: string | null
  status: 'draft' | 'published' | null
  has_published: number | null
  published_in: string | null
}

const COLUMNS = 'id, data, updated_at, status, has_published, published_in'

/** Longest value, as JSON, that lists always keep; longer ones only if a list asked for them. */
const SUMMARY_LIMIT = 2000

function toRow(row: Row): ListRowInput {
  return {
    id: row.id,
    data: parseObject(row.data),
    updatedAt: row.updated_at,
    status: row.status,
    hasPublished: fromFlag(row.has_published),
    publishedIn: parseLocales(row.published_in),
  }
}

const localeCodes = v.array(v.string())

/** Parses locale codes from a column. */
export function parseLocales(text: string | null): string[] | null {
  return text === null ? null : v.parse(localeCodes, parseJson(text))
}

export function localesText(codes: readonly string[] | null | undefined): string | null {
  return codes == null ? null : JSON.stringify(codes)
}

export function readListRow(db: Db, slug: string, id: string): ListRowInput | null {
  const row = one<Row>(db, `SELECT ${COLUMNS} FROM list_rows WHERE slug = ? AND id = ?`, slug, id)
  return row ? toRow(row) : null
}

/** Stores a list row. `now`: the arrival time of its revision if that is another one than before. */
export function writeListRow(db: Db, slug: string, row: ListRowInput, now: string): void {
  run(
    db,
    `INSERT INTO list_rows (slug, id, data, updated_at, status, has_published, published_in, came_at, seen_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (slug, id) DO UPDATE SET data = excluded.data, updated_at = excluded.updated_at,
       status = excluded.status, has_published = excluded.has_published,
       published_in = excluded.published_in,
       seen_at = CASE WHEN updated_at IS excluded.updated_at THEN seen_at ELSE excluded.seen_at END`,
    slug,
    row.id,
    JSON.stringify(row.data),
    row.updatedAt,
    row.status,
    toFlag(row.hasPublished),
    localesText(row.publishedIn),
    now,
    now,
  )
}

/** Updates the list row of a document from its base. */
export function refreshListRow(db: Db, base: RecordBase, now: string): void {
  if (base.ref.kind !== 'collection') return
  const { slug, id } = base.ref
  const columns = readListRow(db, slug, id)?.data ?? {}
  const { updatedAt, status, hasPublished, publishedIn = null } = base
  const data = summarise(base.data, columns)
  writeListRow(db, slug, { id, data, updatedAt, status, hasPublished, publishedIn }, now)
}

/** Notes that this computer wrote a revision of the document. */
export function noteOwnRow(db: Db, slug: string, id: string, updatedAt: string | null): void {
  run(db, 'UPDATE list_rows SET own_revision = ? WHERE slug = ? AND id = ?', updatedAt, slug, id)
}

export function deleteListRow(db: Db, slug: string, id: string): void {
  run(db, 'DELETE FROM list_rows WHERE slug = ? AND id = ?', slug, id)
}

/**
 * The part of a whole document that lists show, sort or search by: short values, and those in `columns`. Long lists
 * of blocks and long texts are left out.
 */
export function summarise(data: JsonObject, columns: JsonObject): JsonObject {
  const isKept = (name: string, value: Json): boolean => name in columns || isShort(value)
  return Object.fromEntries(Object.entries(data).filter(([name, value]) => isKept(name, value)))
}

function isShort(value: Json): boolean {
  if (typeof value === 'string') return value.length <= SUMMARY_LIMIT
  if (typeof value !== 'object' || value === null) return true
  return remaining(value, SUMMARY_LIMIT) >= 0
}

/** Approximate size of a value as JSON, at most one over the limit: a longer value is not read to its end. */
export function sizeWithin(value: Json, limit: number): number {
  return Math.min(limit - remaining(value, limit), limit + 1)
}

/** The rest of a budget of characters after a value; stops once it is exceeded. */
function remaining(value: Json, budget: number): number {
  if (typeof value === 'string') return budget - value.length - 2
  if (typeof value !== 'object' || value === null) return budget - 5
  let left = budget - 2
  for (const [name, item] of Object.entries(value)) {
    left = remaining(item, left - (Array.isArray(value) ? 1 : name.length + 4))
    if (left < 0) return left
  }
  return left
}
