import { isRows } from '../cms/fields.ts'
import type { RowsField } from '../cms/schema-model.ts'
import { valueType, type FieldTypes } from '../fields/field-type.ts'
import { rowsOf } from '../fields/value-rules.ts'
import { sameJson, type Json, type JsonObject } from '../json.ts'
import type { Change } from './change.ts'
import type { DocumentSchema } from '../fields/field-type.ts'
import { localeCells, type LocaleCell, type Translation } from './locale-cells.ts'
import { isWithin } from './path.ts'
import { newRowId, findRow, rowIds } from './row-index.ts'
import { insertRows, withFreshIds } from './row-operations.ts'

/** The effect of a copy on one cell. */
export type CellCopy = {
  change: Change
  /** True if the copy overwrites a value. */
  overwrites: boolean
}

/**
 * The copies that give one locale of a document the values of another, at and below `place`; '' for all of it. Shared
 * fields stay, nothing is emptied, equal cells are left out; rows of localized lists are replaced by new ones.
 */
export function copyBetweenLocales(
  { fields, types }: DocumentSchema,
  data: JsonObject,
  translation: Translation,
  place: string,
  options: {
    /** True if the cell may be written. */
    mayCopy: (cell: LocaleCell) => boolean
    newId?: () => string
  },
): CellCopy[] {
  const { mayCopy, newId } = options
  return localeCells(fields, data, translation).flatMap((cell): CellCopy[] => {
    if ((place !== '' && !isWithin(cell.path, place)) || !mayCopy(cell)) return []
    const copy = copyOfCell(types, cell, translation.to, newId)
    return copy === null ? [] : [copy]
  })
}

/** The copy of one cell; null if there is nothing to copy. */
export function copyOfCell(
  types: FieldTypes,
  cell: LocaleCell,
  locale: string,
  newId: () => string = newRowId,
): CellCopy | null {
  const { field, source, target } = cell
  const type = valueType(types, field)
  if (type.isEmpty(field, source)) return null
  const change = isRows(field)
    ? rowsCopy(field, cell, locale, newId)
    : valueCopy(cell, locale, type.equal(field, source, target))
  return change === null ? null : { change, overwrites: !type.isEmpty(field, target) }
}

function valueCopy({ path, source, target }: LocaleCell, locale: string, isSame: boolean): Change | null {
  return isSame ? null : { kind: 'set', locale, path, from: target ?? null, to: source ?? null }
}

function rowsCopy(
  field: RowsField,
  { path, source, target }: LocaleCell,
  locale: string,
  newId: () => string,
): Change | null {
  const rows = rowsOf(source)
  if (sameRows(field, rows, rowsOf(target))) return null
  const place = { path, locale }
  const from = rowIds(target)
  const fresh = rows.map((row) => withFreshIds(field, row, newId))
  const { to, added } = insertRows({ place, rows: [] }, 0, fresh)
  const removed = Object.fromEntries(from.map((id) => [id, findRow(target, id) ?? {}]))
  return { kind: 'rows', locale, path, from, to, added, removed }
}

/** True if rows have the same content apart from ids: those are numbered on both sides. */
function sameRows(field: RowsField, a: readonly JsonObject[], b: readonly JsonObject[]): boolean {
  const contents = (rows: readonly JsonObject[]): Json[] => {
    let count = 0
    return rows.map((row) => withFreshIds(field, row, () => `${(count += 1)}`))
  }
  return sameJson(contents(a), contents(b))
}
