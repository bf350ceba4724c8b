import { dataField, isRows, rowFields } from '../../cms/fields.ts'
import type { Field } from '../../cms/schema-model.ts'
import { isPlainJson, type Json, type JsonObject } from '../../json.ts'

/**
 * A document in one locale as the form of the web admin begins with it: each value under its path, rows by their index.
 * Of a field's state only what can be said without its form: value, value at first, ids of rows.
 */
export function initialState(fields: Field[], data: JsonObject): JsonObject {
  return Object.fromEntries(statesOf(fields, data, ''))
}

function statesOf(fields: Field[], data: JsonObject, before: string): [string, Json][] {
  return Object.entries(data).flatMap(([key, value]): [string, Json][] => {
    const path = `${before}${key}`
    const node = dataField(fields, key)
    if (node?.type === 'nested') return isPlainJson(value) ? statesOf(node.fields, value, `${path}.`) : []
    if (node === null || !isRows(node) || !Array.isArray(value))
      return [[path, { value, initialValue: value }]]
    const rows = value.map((row) => ({ id: isPlainJson(row) ? (row['id'] ?? null) : null }))
    const within = value.flatMap((row, at) => {
      const inRow = isPlainJson(row) ? rowFields(node, row) : null
      return isPlainJson(row) && inRow !== null ? statesOf(inRow, row, `${path}.${at}.`) : []
    })
    return [[path, { value: value.length, initialValue: value.length, rows }], ...within]
  })
}
