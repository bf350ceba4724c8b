import { isRows, rowId } from '../../shared/cms/fields.ts'
import type { Field, RowsField } from '../../shared/cms/schema-model.ts'
import type { RowsChange } from '../../shared/document/change.ts'
import { isIdle } from '../../shared/document/coalesce.ts'
import { initialData } from '../../shared/document/defaults.ts'
import { cellLocale, getStored } from '../../shared/document/path.ts'
import type { ResolvedField } from '../../shared/document/resolve-field.ts'
import { newRowId, isNamedRow } from '../../shared/document/row-index.ts'
import {
  duplicateRows,
  insertRows,
  listAt,
  moveRows,
  removeRows,
  type ListPlace,
} from '../../shared/document/row-operations.ts'
import type { FieldTypes } from '../../shared/fields/field-type.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../../shared/json.ts'
import type { RowHead, RowsSnapshot } from './form-snapshot.ts'

/** Actions on the rows of a list (DM6), by row ids; each one is one undo step. */
export type RowActions = {
  /**
   * Adds a row in front of the one at `index`. `blockType` for blocks. Returns its id, or null if it cannot be added.
   */
  add: (path: string, index: number, blockType?: string | null) => string | null
  /** Inserts rows with content in stored shape and ids of their own; a row without an id is left out. */
  insert: (path: string, index: number, contents: readonly JsonObject[]) => void
  remove: (path: string, ids: readonly string[]) => void
  /** Moves rows in front of the row that is at `index` before the move. */
  move: (path: string, ids: readonly string[], index: number) => void
  duplicate: (path: string, ids: readonly string[]) => string[]
  /** Returns rows in stored shape, in the order of the list. */
  contents: (path: string, ids: readonly string[]) => JsonObject[]
  /** Returns all rows of a localized list in another locale, in stored shape. */
  contentsIn: (path: string, locale: string) => JsonObject[]
}

const NO_ROWS: RowsSnapshot = { rows: [] }

/** Reads a list as ids and types (DM8). */
export function rowsOf(stored: Json): RowsSnapshot {
  if (!Array.isArray(stored) || stored.length === 0) return NO_ROWS
  const rows = stored.flatMap((row, at): RowHead[] => {
    const key = rowId(row)
    if (!isPlainJson(row) || key === null || !isNamedRow(stored, at)) return []
    const type = own(row, 'blockType')
    return [{ id: key, type: typeof type === 'string' ? type : null }]
  })
  return { rows }
}

/** Creates the row actions of a form in one locale. */
export function createRowActions({
  fields,
  types,
  locale,
  data,
  resolve,
  cellOf,
  perform,
}: {
  fields: Field[]
  types: FieldTypes
  locale: string | null
  data: () => JsonObject
  resolve: (path: string) => ResolvedField | null
  cellOf: (path: string) => ListPlace
  /** Applies changes of the list at this path. */
  perform: (changes: readonly RowsChange[], path: string) => void
}): RowActions {
  function listPlace(path: string): { field: RowsField; place: ListPlace } | null {
    const field = resolve(path)?.field
    return field !== undefined && isRows(field) ? { field, place: cellOf(path) } : null
  }

  function onRows(
    path: string,
    make: (field: RowsField, list: ReturnType<typeof listAt>) => RowsChange | null,
  ): RowsChange | null {
    const list = listPlace(path)
    if (list === null) return null
    const change = make(list.field, listAt(fields, data(), list.place))
    // Dropping a row at its old index is not an edit, so undo has nothing to do.
    if (change !== null && !isIdle(change)) perform([change], path)
    return change
  }

  function storedIn(path: string, of: string | null): JsonObject[] {
    const stored = getStored(fields, data(), path, of)
    return Array.isArray(stored) ? stored.filter(isPlainJson) : []
  }

  return {
    add(path, index, blockType = null) {
      const field = listPlace(path)?.field
      if (field === undefined) return null
      const inRow = rowContents(field, blockType)
      if (inRow === null) return null
      const added = newRowId()
      const localized = resolve(path)?.localized === true
      const content: JsonObject = {
        id: added,
        ...(field.type === 'blocks' && blockType !== null && { blockType }),
        ...initialData(types, inRow, localized ? null : locale),
      }
      onRows(path, (_field, list) => insertRows(list, index, [content]))
      return added
    },
    insert: (path, index, contents) => void onRows(path, (_field, list) => insertRows(list, index, contents)),
    remove: (path, ids) => void onRows(path, (_field, list) => removeRows(list, ids)),
    move: (path, ids, index) => void onRows(path, (_field, list) => moveRows(list, ids, index)),
    duplicate(path, ids) {
      const change = onRows(path, (field, list) => duplicateRows(field, list, ids))
      return change === null ? [] : change.to.filter((key) => own(change.added, key) !== undefined)
    },
    contents: (path, ids) =>
      storedIn(path, cellOf(path).locale).filter((row) => ids.includes(rowId(row) ?? '')),
    contentsIn: (path, other) => storedIn(path, cellLocale(fields, data(), path, other)),
  }
}

/** Returns the fields of a new row; null if the block does not exist. */
function rowContents(field: RowsField, blockType: string | null): Field[] | null {
  if (field.type === 'array') return field.fields
  return field.blocks.find((block) => block.slug === blockType)?.fields ?? null
}
