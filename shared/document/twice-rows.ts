import { isRows, rowFields } from '../cms/fields.ts'
import type { Field, RowsField } from '../cms/schema-model.ts'
import { valueType } from '../fields/field-type.ts'
import { isPlainJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { applyChanges } from './apply.ts'
import type { Change, Conflict } from './change.ts'
import { coalesceChanges } from './coalesce.ts'
import type { DocumentSchema } from '../fields/field-type.ts'
import { forACopy } from './document-copy.ts'
import { bothSides } from './merge-value.ts'
import { cellLocale, fieldNodeAt, getStored, isWithin, joinPath, setValue, splitPath } from './path.ts'
import { resolveField } from './resolve-field.ts'
import { insertRows, isKnownRow, listAt, withFreshIds } from './row-operations.ts'
import type { ListPlace } from './row-operations.ts'
import { rowIds } from './row-index.ts'

/** A row that can be kept in both versions, as each side has it. */
export type TwiceRow = {
  field: RowsField
  list: ListPlace
  path: string
  id: string
  row: JsonObject
}

/**
 * The way to keep both sides of a conflict (SY7): one value, or the row around the field kept twice. Null: not as a
 * whole, as of a row that one side removed, or of a value that is decided part by part (`mergeParts`). `data`: all
 * locales.
 */
export function bothOf(
  { fields, types }: DocumentSchema,
  data: JsonObject,
  conflict: Conflict,
): { value: Json } | { twice: TwiceRow } | null {
  const field = fieldNodeAt(fields, data, conflict.path, conflict.locale)
  const value = bothSides(types, field, conflict)
  if (value !== null) return value
  if (field === null || field.type === 'nested' || isRows(field)) return null
  if (valueType(types, field).mergeParts !== undefined) return null
  const twice = rowAround(fields, data, conflict)
  return twice === null ? null : { twice }
}

/** The nearest row around a field; null: there is none, or none that can be copied (see `duplicateRows`). */
function rowAround(
  fields: Field[],
  data: JsonObject,
  { path, locale }: Pick<Conflict, 'path' | 'locale'>,
): TwiceRow | null {
  const around = resolveField(fields, data, path, locale)?.containers.findLast(({ type }) => type === 'rows')
  if (around === undefined) return null
  const field = fieldNodeAt(fields, data, around.path, locale)
  const rowPath = joinPath(around.path, around.part)
  const row = getStored(fields, data, rowPath, locale)
  if (field === null || !isRows(field) || !isPlainJson(row) || !isKnownRow(field, row)) return null
  const list = { path: around.path, locale: cellLocale(fields, data, around.path, locale) }
  return { field, list, path: rowPath, id: around.part, row }
}

/** The rows to keep twice around these fields: the outermost ones, since inner rows are copied with them. */
function outermostRows(
  fields: Field[],
  data: JsonObject,
  places: readonly Pick<Conflict, 'path' | 'locale'>[],
): TwiceRow[] {
  const rows = places.flatMap((one) => rowAround(fields, data, one) ?? [])
  return rows.filter(
    ({ path }, at) =>
      rows.findIndex((other) => other.path === path) === at &&
      rows.every((other) => other.path === path || !isWithin(path, other.path)),
  )
}

/**
 * The changes that keep rows twice: theirs, and mine behind it with new ids. Both get the agreed values. `mine`: my
 * edits of the fields in conflict. `data`: all locales, below the changes.
 */
export function withRowsTwice(
  fields: Field[],
  data: JsonObject,
  changes: readonly Change[],
  mine: readonly Pick<Conflict, 'path' | 'locale' | 'mine'>[],
): Change[] {
  const merged = applyChanges(fields, data, changes)
  return outermostRows(fields, merged, mine).reduce<Change[]>(
    (list, { field, list: place, path, id, row }) => {
      const inRow = rowFields(field, row) ?? []
      const copy = mine
        .filter((one) => isWithin(one.path, path))
        .reduce(
          (made, one) => setValue(inRow, made, one.path.slice(path.length + 1), one.locale, one.mine),
          forACopy(inRow, row),
        )
      const there = listAt(fields, applyChanges(fields, data, list), place)
      const behind = insertRows(there, rowIds(there.rows).indexOf(id) + 1, [withFreshIds(field, copy)])
      return coalesceChanges(fields, data, list, [behind])
    },
    [...changes],
  )
}

/** A row that was kept twice, and the copy with my side behind it. */
export type RowPair = { path: string; copy: string; list: ListPlace; field: RowsField }

/** The pairs of rows that `withRowsTwice` has made. `data`: all locales, with its changes. */
export function rowPairs(
  fields: Field[],
  data: JsonObject,
  mine: readonly Pick<Conflict, 'path' | 'locale'>[],
): RowPair[] {
  return outermostRows(fields, data, mine).flatMap(({ path, id, list, field }) => {
    const ids = rowIds(listAt(fields, data, list).rows)
    const copy = ids[ids.indexOf(id) + 1]
    return copy === undefined ? [] : [{ path, copy: joinPath(list.path, copy), list, field }]
  })
}

/**
 * Applies edits made on top of a row that is kept twice: a field in conflict goes on in my copy, other fields
 * that the copy has in both. Rows added to it or removed from it stay in theirs.
 */
export function editsOfBoth(
  fields: Field[],
  data: JsonObject,
  pairs: readonly RowPair[],
  mine: readonly Pick<Conflict, 'path' | 'locale'>[],
  changes: readonly Change[],
): Change[] {
  return changes.flatMap((change) => {
    const pair = pairs.find(({ path }) => change.path !== path && isWithin(change.path, path))
    if (pair === undefined || change.kind === 'rows') return [change]
    const path = pathInCopy(fields, data, pair, change)
    if (path === null) return [change]
    const isOfConflict = mine.some((one) => one.path === change.path && one.locale === change.locale)
    return isOfConflict ? [{ ...change, path }] : [change, { ...change, path }]
  })
}

/**
 * The path in the copy of a row that corresponds to a path in the row; null: there is none. Inner rows have
 * the same order in both, and other ids.
 */
function pathInCopy(
  fields: Field[],
  data: JsonObject,
  { path: row, copy }: RowPair,
  { path, locale }: Pick<Change, 'path' | 'locale'>,
): string | null {
  let [from, to] = [row, copy]
  for (const name of splitPath(path.slice(row.length + 1))) {
    const [rows, copied] = [from, to].map((at) => getStored(fields, data, at, locale))
    const ids = rowIds(copied)
    const next = Array.isArray(rows) ? ids[rowIds(rows).indexOf(name)] : name
    if (next === undefined) return null
    from = joinPath(from, name)
    to = joinPath(to, next)
  }
  return to
}
