import { isRows, rowFields } from '../cms/fields.ts'
import type { Field, RowsField } from '../cms/schema-model.ts'
import { valueType } from '../fields/field-type.ts'
import { isPlainJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { applyChanges } from './apply.ts'
import type { Change, Conflict } from './change.ts'
import { coalesceChanges } from './coalesce.ts'
import type { DocumentSchema } from './document-schema.ts'
import { forACopy } from './for-a-copy.ts'
import { bothSides } from './merge-value.ts'
import { cellLocale, fieldNodeAt, getStored, isWithin, joinPath, setValue } from './path.ts'
import { resolveField } from './resolve-field.ts'
import { insertRows, isKnownRow, listAt, withFreshIds, type ListPlace } from './row-operations.ts'
import { rowIds } from './row-index.ts'

/** A row that can stand there twice, as each side has it. */
export type TwiceRow = {
  field: RowsField
  list: ListPlace
  path: string
  id: string
  row: JsonObject
}

/**
 * How both sides of a conflict can stand (SY7): as one value, or as a row that stands twice, where the field lies in one
 * and has no parts of its own. Null: only one side can stand, as of a row that one side removed. `data`: all locales.
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

/** The nearest row that a field lies in; null where there is none, or none that can be copied (see `duplicateRows`). */
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

/**
 * The changes in which rows stand twice: as they have them, which these changes leave, and behind it mine, with ids of
 * its own. What both sides agree on is in either row. A row in a row that stands twice stands in both of those, once.
 * `mine`: what I made of the fields in conflict. `data`: all locales, what is under the changes.
 */
export function withRowsTwice(
  fields: Field[],
  data: JsonObject,
  changes: readonly Change[],
  mine: readonly Pick<Conflict, 'path' | 'locale' | 'mine'>[],
): Change[] {
  const merged = applyChanges(fields, data, changes)
  const rows = mine.flatMap((one) => rowAround(fields, merged, one) ?? [])
  const outermost = rows.filter(
    ({ path }, at) =>
      rows.findIndex((other) => other.path === path) === at &&
      rows.every((other) => other.path === path || !isWithin(path, other.path)),
  )
  return outermost.reduce<Change[]>(
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
