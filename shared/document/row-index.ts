import { rowId } from '../cms/fields.ts'
import { isPlainJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'

const indexes = new WeakMap<readonly Json[], ReadonlyMap<string, number>>()

/** The index of each row in a list, by id; for a duplicate id the first. Cached per list. */
export function rowIndex(rows: readonly Json[]): ReadonlyMap<string, number> {
  const known = indexes.get(rows)
  if (known) return known
  const index = new Map<string, number>()
  rows.forEach((row, at) => {
    const id = rowId(row)
    if (id !== null && !index.has(id)) index.set(id, at)
  })
  indexes.set(rows, index)
  return index
}

/** The list with one row replaced under the same id, so that the cached index still holds. */
export function withRowAt(rows: readonly Json[], at: number, row: Json): Json[] {
  const next = rows.with(at, row)
  indexes.set(next, rowIndex(rows))
  return next
}

/** The row with that id in a list of rows, or undefined. */
export function findRow(rows: Json | undefined, id: string): JsonObject | undefined {
  if (!Array.isArray(rows)) return undefined
  const at = rowIndex(rows).get(id)
  const row = at === undefined ? undefined : rows[at]
  return isPlainJson(row) ? row : undefined
}

/** True if the id of a row leads to it: false without an id, and for the second row with one id. */
export function isNamedRow(rows: readonly Json[], at: number): boolean {
  const id = rowId(rows[at])
  return id !== null && rowIndex(rows).get(id) === at
}

/** The ids of a list of rows, in order, each once; rows without an id are left out. */
export function rowIds(rows: Json | undefined): string[] {
  return Array.isArray(rows) ? [...rowIndex(rows).keys()] : []
}

/** A new id for a row of an array or blocks field: 24 hex digits, as the server makes them (S3.12). */
export function newRowId(random: () => number = Math.random): string {
  let id = ''
  while (id.length < 24)
    id += Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')
  return id
}
