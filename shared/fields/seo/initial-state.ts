import { dataField, isRows, rowFields } from '../../cms/fields.ts'
import type { Field } from '../../cms/schema-model.ts'
import { isPlainJson, type Json, type JsonObject } from '../../json.ts'

/**
 * The initial form state of the web admin for a document in one locale: the state of each field by its path,
 * with row numbers. A state has only what is known without the form: value, initial value and row ids.
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
