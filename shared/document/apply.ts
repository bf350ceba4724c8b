import { isRows } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Change, RowsChange } from './change.ts'
import { mergeIds } from './merge-ids.ts'
import { getStored, getValue, setValue, splitPath, updateSlot } from './path.ts'
import { getPlain, setPlain } from './plain-path.ts'
import { findRow, rowIds } from './row-index.ts'

/** All-locales data with the changes made to it. Changes whose place is gone change nothing. */
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

/** What the data holds now where the change would go: a value, or the ids of the rows. */
<<<<<<< HEAD
export function currentValue(fields: Field[], data: JsonObject, change: Change): Json {
  return change.kind === 'set'
    ? getValue(fields, data, change.path, change.locale)
    : rowIds(getStored(fields, data, change.path, change.locale))
}

/**
 * The rows in their new order. Rows that came or went since the change was made come and go here too. A row that the
 * change brings and that is there already stays as it is: the change was applied before. Rows without an id cannot be
 * named; they stay behind the others.
 */
function orderRows(rows: Json | undefined, change: RowsChange): Json[] {
=======
export function currentValue(fields: Field[], data: JsonObject, change: Change, locale: string | null): Json {
  const value = getValue(fields, data, change.path, locale)
  return change.kind === 'set' ? value : rowIds(value)
}

/** The same change without a schema, in data of one locale: the content of a new row. */
export function applyPlain(data: Json, segments: readonly string[], change: Change): Json {
  if (change.kind === 'set') return setPlain(data, segments, change.to) ?? data
  const rows = getPlain(data, segments)
  const next = orderRows(rows, change, (_stored, content) => content)
  return setPlain(data, segments, next) ?? data
}

function applyRows(
  fields: Field[],
  data: JsonObject,
  segments: string[],
  change: RowsChange,
  locale: string | null,
): JsonObject {
  const [name = '', ...rest] = segments
  const node = dataField(fields, name)
  const stored = own(data, name)
  if (node === null) {
    const next = applyPlain(data, segments, change)
    return isPlainJson(next) ? next : data
  }
  const slot = slotOf(node, stored, locale)
  const put = (next: Json): JsonObject => withKey(data, name, withSlot(node, stored, locale, next))
  if (node.type === 'nested') {
    if (rest.length === 0) return data
    return put(applyRows(node.fields, isPlainJson(slot) ? slot : {}, rest, change, locale))
  }
  if (!isRows(node)) return data
  const [id, ...below] = rest
  if (id === undefined)
    return put(orderRows(slot, change, (row, content) => absorbRow(node, row, content, locale)))
  const row = findRow(slot, id)
  if (row === undefined || !Array.isArray(slot) || below.length === 0) return data
  const next = inRow(node, row, below, change, locale)
  return put(slot.map((item) => (item === row ? next : item)))
}

function inRow(
  node: RowsField,
  row: JsonObject,
  below: string[],
  change: RowsChange,
  locale: string | null,
): Json {
  const fields = rowFields(node, row)
  return fields === null ? applyPlain(row, below, change) : applyRows(fields, row, below, change, locale)
}

/**
 * The rows in their new order. Rows that came or went since the change was made come and go here too. Content that
 * the change brings for a row it knew before replaces that row; for a row it did not know, one that is already there
 * stays as it is: the change is already applied.
 */
function orderRows(
  rows: Json | undefined,
  change: RowsChange,
  bring: (stored: JsonObject | undefined, content: JsonObject) => Json,
): Json[] {
  const known = new Set(change.from)
>>>>>>> main
  const present = rowIds(rows)
  const next: Json[] = []
  for (const id of mergeIds(change.from, change.to, present)) {
    const row = findRow(rows, id)
    const content = own(change.added, id)
    if (row !== undefined) next.push(row)
    else if (content !== undefined) next.push(own(content, 'id') === undefined ? { ...content, id } : content)
  }
  const unnamed = Array.isArray(rows) ? rows.filter((row) => !isPlainJson(row) || !own(row, 'id')) : []
  return [...next, ...unnamed]
}
