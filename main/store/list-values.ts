import type { DataNode } from '../../shared/cms/fields.ts'
import { dataField, isRows, rowFields } from '../../shared/cms/fields.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { isPlainJson } from '../../shared/json.ts'

/** What a row is measured by: its fields, and what stands beside them. */
export type Measured = {
  id: string
  data: JsonObject
  updatedAt: string | null
  status: 'draft' | 'published' | null
}

/** The field that a filter or sort path ends at, where the schema knows it; for polymorphic parts their relation. */
export type Found = { values: Json[]; node: DataNode | null }

/**
 * All values at a dotted path of field names, in one locale. Rows are not named in it: a path through an array has
 * the values of all its rows, as a query on the server has. An empty list is no value.
 */
export function valuesAt(fields: Field[], row: Measured, path: string, locale: string | null): Found {
  if (path === 'id') return { values: [row.id], node: null }
  if (path === 'updatedAt') return { values: [row.data['updatedAt'] ?? row.updatedAt], node: null }
  if (path === '_status') return { values: [row.data['_status'] ?? row.status], node: null }
  const found: Found = { values: [], node: null }
  collect(fields, row.data, path.replaceAll('__', '.').split('.'), locale, found)
  return found
}

function collect(
  fields: Field[],
  data: JsonObject,
  names: string[],
  locale: string | null,
  found: Found,
): void {
  const [name = '', ...rest] = names
  const node = dataField(fields, name)
  const localized = node !== null && 'localized' in node && node.localized
  const value = localized ? inLocale(data[name], locale) : (data[name] ?? null)
  found.node ??= rest.length === 0 ? node : null
  if (rest.length === 0) add(value, found)
  else if (node?.type === 'nested') {
    if (isPlainJson(value)) collect(node.fields, value, rest, locale, found)
  } else if (node && isRows(node)) {
    // A filter on blocks names the block first; any block with that field will do.
    const path =
      node.type === 'blocks' && node.blocks.some((block) => block.slug === rest[0]) ? rest.slice(1) : rest
    const rows = Array.isArray(value) ? value.filter(isPlainJson) : []
    for (const item of rows) collect(rowFields(node, item) ?? [], item, path, locale, found)
  } else {
    found.node ??= node
    plain(value, rest, found)
  }
}

/** Below a value that the schema takes as one piece: JSON, a polymorphic relation, a field that it does not know. */
function plain(value: Json, names: string[], found: Found): void {
  if (Array.isArray(value)) for (const item of value) plain(item, names, found)
  else if (names.length === 0) add(value, found)
  else if (isPlainJson(value)) plain(value[names[0] ?? ''] ?? null, names.slice(1), found)
}

function add(value: Json, found: Found): void {
  if (Array.isArray(value)) found.values.push(...value)
  else if (value !== null) found.values.push(value)
}

function inLocale(value: Json | undefined, locale: string | null): Json {
  if (value === undefined || value === null) return null
  return isPlainJson(value) && locale !== null ? (value[locale] ?? null) : value
}
