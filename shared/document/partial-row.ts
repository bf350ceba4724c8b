import { dataField, isRows, rowFields } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Change } from './change.ts'
import { splitPath } from './path.ts'
import { setPlain, withKey } from './plain-path.ts'
import { slotOf, withSlot } from './project.ts'
import { findRow, rowIds } from './row-index.ts'

/**
 * A row of unknown content with only the typed values, in stored shape; inner rows are created as needed. `fields`
 * null: its block is unknown.
 */
export function partialRow(fields: Field[] | null, id: string, changes: readonly Change[]): JsonObject {
  return changes.reduce<JsonObject>(
    (row, { path, locale, ...change }) =>
      change.kind === 'set'
        ? put(fields, row, splitPath(path), locale, () => change.to)
        : put(fields, row, splitPath(path), locale, () =>
            change.to.flatMap((rowId) => own(change.added, rowId) ?? []),
          ),
    { id },
  )
}

function put(
  fields: Field[] | null,
  data: JsonObject,
  segments: readonly string[],
  locale: string | null,
  value: () => Json,
): JsonObject {
  const [name = '', ...rest] = segments
  const node = fields === null ? null : dataField(fields, name)
  if (node === null) {
    const next = setPlain(data, segments, value())
    return isPlainJson(next) ? next : data
  }
  const stored = own(data, name)
  const slot = slotOf(node, stored, locale)
  const set = (next: Json): JsonObject => withKey(data, name, withSlot(node, stored, locale, next))
  if (rest.length === 0) return set(value())
  if (node.type === 'nested') return set(put(node.fields, isPlainJson(slot) ? slot : {}, rest, locale, value))
  const [id = '', ...below] = rest
  if (!isRows(node) || below.length === 0) return data
  const row = findRow(slot, id) ?? { id }
  const next = put(rowFields(node, row), row, below, locale, value)
  const others = Array.isArray(slot) ? slot : []
  return set(
    rowIds(others).includes(id) ? others.map((item) => (item === row ? next : item)) : [...others, next],
  )
}
