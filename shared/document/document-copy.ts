import { dataFields, isRows, rowFields } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'

/** Field types whose unique texts are marked as copies, as the server does; other unique values are left out. */
const MARKED: ReadonlySet<DataNode['type']> = new Set(['text', 'textarea', 'code', 'json'])

/**
 * The content of a document's copy: unique texts are marked as copies, other unique values are left out, as the
 * server does. `data`: all locales.
 */
export function forACopy(fields: Field[], data: JsonObject): JsonObject {
  const copy: JsonObject = { ...data }
  for (const node of dataFields(fields)) {
    const value = own(data, node.name)
    if (value === undefined) continue
    const one = valueForACopy(node)
    if (one === null) continue
    copy[node.name] =
      node.localized && isPlainJson(value)
        ? Object.fromEntries(Object.entries(value).map(([code, inLocale]) => [code, one(inLocale)]))
        : one(value)
  }
  return copy
}

/** A function that converts a value of the field for a copy; null: it stays as it is. */
function valueForACopy(node: DataNode): ((value: Json) => Json) | null {
  if (node.type === 'nested') return (value) => (isPlainJson(value) ? forACopy(node.fields, value) : value)
  if (isRows(node))
    return (rows) =>
      Array.isArray(rows)
        ? rows.map((row) => (isPlainJson(row) ? forACopy(rowFields(node, row) ?? [], row) : row))
        : rows
  if (!node.unique) return null
  return (value) =>
    MARKED.has(node.type) && typeof value === 'string' && value.trim() !== '' ? `${value} - Copy` : null
}
