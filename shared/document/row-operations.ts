import { dataFields, isRows, rowFields, rowId } from '../cms/fields.ts'
import type { Field, RowsField } from '../cms/schema-model.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import type { RowsChange } from './change.ts'
import { getStored } from './path.ts'
import { newRowId, findRow, rowIds } from './row-index.ts'

/** A list of a document: its path and the locale of its order, null if all locales share it. */
export type ListPlace = { path: string; locale: string | null }

/** The list as it is now, as the row operations need it. */
type List = { place: ListPlace; rows: Json }

export function listAt(fields: Field[], data: JsonObject, place: ListPlace): List {
  return { place, rows: getStored(fields, data, place.path, place.locale) }
}

/**
 * Inserts new rows before the one at `index` (DM6), or at the end of a shorter list. Rows without an id are
 * left out.
 */
export function insertRows({ place, rows }: List, index: number, added: readonly JsonObject[]): RowsChange {
  const from = rowIds(rows)
  const contents = Object.fromEntries(
    added.flatMap((row) => (rowId(row) === null ? [] : [[rowId(row), row]])),
  )
  return rowsChange(place, from, from.toSpliced(index, 0, ...Object.keys(contents)), contents, {})
}

export function removeRows({ place, rows }: List, ids: readonly string[]): RowsChange {
  const from = rowIds(rows)
  const gone = new Set(ids)
  const removed = from.filter((id) => gone.has(id)).map((id) => [id, findRow(rows, id) ?? {}])
  return rowsChange(
    place,
    from,
    from.filter((id) => !gone.has(id)),
    {},
    Object.fromEntries(removed),
  )
}

/** Moves rows, in their present order, before the one that is at `index` before the move. */
export function moveRows({ place, rows }: List, ids: readonly string[], index: number): RowsChange {
  const from = rowIds(rows)
  const moving = from.filter((id) => ids.includes(id))
  const before = from.slice(0, index).filter((id) => !ids.includes(id))
  const after = from.slice(index).filter((id) => !ids.includes(id))
  return rowsChange(place, from, [...before, ...moving, ...after], {}, {})
}

/**
 * Copies rows, each behind its original. Rows with blocks that the schema lacks are not copied: it is unknown
 * which of their values are localized, and a write could only send them as those of one locale (SY13).
 */
export function duplicateRows(
  field: RowsField,
  list: List,
  ids: readonly string[],
  newId: () => string = newRowId,
): RowsChange {
  const from = rowIds(list.rows)
  const added: Record<string, JsonObject> = {}
  const to = from.flatMap((id) => {
    const row = ids.includes(id) ? findRow(list.rows, id) : undefined
    if (row === undefined || !isKnownRow(field, row)) return [id]
    const copy = withFreshIds(field, row, newId)
    const copyId = rowId(copy) ?? ''
    added[copyId] = copy
    return [id, copyId]
  })
  return rowsChange(list.place, from, to, added, {})
}

/** True if the schema has the block of a row, and those of all rows in it. */
export function isKnownRow(field: RowsField, row: JsonObject): boolean {
  const fields = rowFields(field, row)
  return fields !== null && isKnownLevel(fields, row)
}

function isKnownLevel(fields: Field[], data: JsonObject): boolean {
  return dataFields(fields).every((node) => {
    const value = own(data, node.name)
    if (node.type !== 'nested' && !isRows(node)) return true
    const slots = node.localized && isPlainJson(value) ? Object.values(value) : [value]
    return slots.every((slot) => {
      if (node.type === 'nested') return !isPlainJson(slot) || isKnownLevel(node.fields, slot)
      return !Array.isArray(slot) || slot.filter(isPlainJson).every((row) => isKnownRow(node, row))
    })
  })
}

/** A copy of a row with all its locales, in which every row has a new id, at all depths (DM6). */
export function withFreshIds(field: RowsField, row: JsonObject, newId: () => string = newRowId): JsonObject {
  const fields = rowFields(field, row)
  return { ...(fields === null ? row : withFreshRows(fields, row, newId)), id: newId() }
}

/** A copy of a document or group with all its locales, in which every row has a new id. */
export function withFreshRows(fields: Field[], data: JsonObject, newId: () => string = newRowId): JsonObject {
  const fresh: JsonObject = { ...data }
  for (const node of dataFields(fields)) {
    const value = own(data, node.name)
    if (value === undefined || (node.type !== 'nested' && !isRows(node))) continue
    const slot = (one: Json): Json => {
      if (node.type === 'nested') return isPlainJson(one) ? withFreshRows(node.fields, one, newId) : one
      if (!Array.isArray(one)) return one
      return one.map((row) => (isPlainJson(row) ? withFreshIds(node, row, newId) : row))
    }
    fresh[node.name] =
      node.localized && isPlainJson(value)
        ? Object.fromEntries(Object.entries(value).map(([code, one]) => [code, slot(one)]))
        : slot(value)
  }
  return fresh
}

function rowsChange(
  place: ListPlace,
  from: string[],
  to: string[],
  added: Record<string, JsonObject>,
  removed: Record<string, JsonObject>,
): RowsChange {
  return { kind: 'rows', locale: place.locale, path: place.path, from, to, added, removed }
}
