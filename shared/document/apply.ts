import { isRows } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Change, RowsChange } from './change.ts'
import { mergeIds } from './merge-ids.ts'
import { getStored, getValue, setValue, splitPath, updateSlot } from './path.ts'
import { getPlain, setPlain } from './plain-path.ts'
import { findRow, isNamedRow, rowIds } from './row-index.ts'

/** Returns the all-locales data with the changes applied. A change in a row that no longer exists does nothing. */
export function applyChanges(fields: Field[], data: JsonObject, changes: readonly Change[]): JsonObject {
  return changes.reduce((under, change) => applyChange(fields, under, change), data)
}

export function applyChange(fields: Field[], data: JsonObject, change: Change): JsonObject {
  if (change.kind === 'set') return setValue(fields, data, change.path, change.locale, change.to)
  return updateSlot(
    fields,
    data,
    splitPath(change.path),
    change.locale,
    (node, slot) => (isRows(node) ? orderRows(slot, change) : slot),
    (value, rest) => setPlain(value, rest, orderRows(getPlain(value, rest), change)),
  )
}

/** The present value of a change's cell: a field value, or the ids of the rows. */
export function currentValue(fields: Field[], data: JsonObject, change: Change): Json {
  return change.kind === 'set'
    ? getValue(fields, data, change.path, change.locale)
    : rowIds(getStored(fields, data, change.path, change.locale))
}

/**
 * The rows in their new order, with rows added and removed since. An added row that is there already stays as it is.
 * Rows without an id, or with a duplicate one, come last.
 */
function orderRows(rows: Json | undefined, change: RowsChange): Json[] {
  const present = rowIds(rows)
  const next: Json[] = []
  for (const id of mergeIds(change.from, change.to, present)) {
    const row = findRow(rows, id)
    const content = own(change.added, id)
    if (row !== undefined) next.push(row)
    else if (content !== undefined) next.push(own(content, 'id') === undefined ? { ...content, id } : content)
  }
  const unnamed = Array.isArray(rows) ? rows.filter((_, at) => !isNamedRow(rows, at)) : []
  return [...next, ...unnamed]
}
