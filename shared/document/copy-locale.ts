import { isRows } from '../cms/fields.ts'
import type { RowsField } from '../cms/schema-model.ts'
import { valueType, type FieldTypes } from '../fields/field-type.ts'
import { rowsOf } from '../fields/rows.ts'
import { sameJson, type Json, type JsonObject } from '../json.ts'
import type { Change } from './change.ts'
import type { DocumentSchema } from './document-schema.ts'
import { localeCells, type LocaleCell, type Translation } from './locale-cells.ts'
import { isWithin } from './path.ts'
import { newRowId } from './row-id.ts'
import { insertRows, withFreshIds } from './row-operations.ts'
import { findRow, rowIds } from './row-index.ts'

/** What a copy would do to one cell. */
export type CellCopy = {
  change: Change
  /** Something is there that the copy takes the place of. */
  overwrites: boolean
}

/**
 * What it takes to give one locale of a document what another one holds, at a place and below it; '' for all of the
 * document. What all locales share is never touched, nothing is emptied, and cells that hold the same are left out.
 * Rows of lists that each locale has for itself come as new rows in the place of those that are there.
 */
export function copyBetweenLocales(
  { fields, types }: DocumentSchema,
  data: JsonObject,
  translation: Translation,
  place: string,
  options: {
    /** Whether this cell may be written. */
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

/** The same for one cell; null where there is nothing to copy. */
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

/** Whether rows hold the same, whatever their ids: those are counted through on both sides. */
function sameRows(field: RowsField, a: readonly JsonObject[], b: readonly JsonObject[]): boolean {
  const contents = (rows: readonly JsonObject[]): Json[] => {
    let count = 0
    return rows.map((row) => withFreshIds(field, row, () => `${(count += 1)}`))
  }
  return sameJson(contents(a), contents(b))
}
