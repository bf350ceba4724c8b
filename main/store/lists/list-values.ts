import { isPerLocale, statusIn } from '../../../shared/document/locale-status.ts'
import type { DataNode } from '../../../shared/cms/fields.ts'
import { dataField, isRows, rowFields } from '../../../shared/cms/fields.ts'
import type { Block, BlocksField, Field } from '../../../shared/cms/schema-model.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { isPlainJson } from '../../../shared/json.ts'
import { rulesIn } from '../../../shared/cms/where.ts'
import { isTempId } from '../../../shared/cms/doc-ref.ts'

/** The input of measures: a row's fields, and the columns beside them. */
export type Measured = {
  id: string
  data: JsonObject
  updatedAt: string | null
  status: 'draft' | 'published' | null
}

export type Found = {
  values: Json[]
  /** The field at the end of a path, if the schema has it; for parts of a polymorphic relation the relation. */
  node: DataNode | null
  /** True if some row on the path has no value. */
  isMissingInRow: boolean
  /** The values by row of the first list on the path, or by value of a hasMany field; only if requested. */
  rows?: { list: string; found: Found[] }
  /** The temporary id, at the path `id` of a document without a server id; other documents here refer to it by that. */
  tempId?: string
}

export const NOTHING: Found = { values: [], node: null, isMissingInRow: false }

/**
 * All values at a dotted path of field names, in one locale. Rows are not named in it: a path through an array has
 * the values of all its rows, as a query on the server has. An empty list is no value. `byRow`: also row by row.
 */
export function valuesAt(
  fields: Field[],
  row: Measured,
  path: string,
  locale: string | null,
  byRow = false,
): Found {
  const own = (value: Json, node: DataNode | null = null): Found => ({
    values: [value],
    node,
    isMissingInRow: false,
  })
  if (path === 'id') {
    const found = own(row.data['id'] ?? row.id, dataField(fields, 'id'))
    return isTempId(row.id) ? { ...found, tempId: row.id } : found
  }
  if (path === 'updatedAt') return own(row.data['updatedAt'] ?? row.updatedAt)
  if (path === '_status') {
    const status = row.data['_status'] ?? row.status
    // A document that was made on this computer and not sent is a draft, as its list row shows.
    if (status === null && isTempId(row.id)) return own('draft')
    return own(isPerLocale(status) ? statusIn(status, locale) : status)
  }
  return collect(fields, row.data, path.replaceAll('__', '.').split('.'), { locale, byRow, around: '' })
}

/** True if two rules of a filter concern one list, so that they must match in the same row. */
export function sharesList(fields: Field[], where: JsonObject): boolean {
  const lists = rulesIn(where).flatMap(
    ([path]) => listOn(fields, path.replaceAll('__', '.').split('.')) ?? [],
  )
  return new Set(lists).size < lists.length
}

/** The first list on a path; null: there is none. */
function listOn(fields: Field[], [name = '', ...rest]: string[]): string | null {
  const node = dataField(fields, name)
  if (node === null) return null
  if (isRows(node)) return isApart(leafBelow(node, rest)) ? [name, ...rest].join('.') : name
  if (node.type !== 'nested') return hasMany(node) ? name : null
  const below = listOn(node.fields, rest)
  return below === null ? null : `${name}.${below}`
}

/** The field at the end of a path below rows; null: the schema does not have it. */
function leafBelow(node: DataNode, [name = '', ...rest]: string[]): DataNode | null {
  const fields =
    node.type === 'nested' || node.type === 'array'
      ? node.fields
      : node.type === 'blocks'
        ? (blockWith(node, name)?.fields ?? [])
        : null
  if (fields === null) return node
  const below = dataField(fields, name)
  return below === null || rest.length === 0 ? below : leafBelow(below, rest)
}

/**
 * True if the server stores the values of a field per document, not per row, so that they belong to no single row.
 */
function isApart(node: DataNode | null): boolean {
  if (node?.type === 'relationship' || node?.type === 'upload') return node.hasMany || node.polymorphic
  return (node?.type === 'text' || node?.type === 'number') && node.hasMany
}

function hasMany(node: DataNode | null): boolean {
  return node !== null && 'hasMany' in node && node.hasMany
}

type Walk = { locale: string | null; byRow: boolean; around: string }

function collect(fields: Field[], data: JsonObject, names: string[], walk: Walk): Found {
  const { locale, byRow, around } = walk
  const [name = '', ...rest] = names
  const found: Found = { values: [], node: null, isMissingInRow: false }
  const node = dataField(fields, name)
  const localized = node !== null && 'localized' in node && node.localized
  const value = localized ? inLocale(data[name], locale) : (data[name] ?? null)
  found.node = rest.length === 0 ? node : null
  if (rest.length === 0) {
    add(value, found)
    if (byRow && hasMany(node) && Array.isArray(value)) {
      const each = value.map((item) => ({ values: [item], node, isMissingInRow: false }))
      found.rows = { list: around + name, found: each }
    }
  } else if (node?.type === 'nested') {
    if (isPlainJson(value)) return collect(node.fields, value, rest, { ...walk, around: `${around}${name}.` })
  } else if (node && isRows(node)) {
    // A path through blocks does not name the block: the first one with such a field counts.
    const block = node.type === 'blocks' ? blockWith(node, rest[0] ?? '') : undefined
    const rows = (Array.isArray(value) ? value.filter(isPlainJson) : []).filter(
      (item) => node.type === 'array' || item['blockType'] === block?.slug,
    )
    const each = rows.map((item) =>
      collect(rowFields(node, item) ?? [], item, rest, { ...walk, around: `${around}${name}.` }),
    )
    for (const inRow of each) {
      add(inRow.values, found)
      found.node ??= inRow.node
      found.isMissingInRow ||= inRow.isMissingInRow || (node.type === 'array' && inRow.values.length === 0)
    }
    if (byRow && isApart(leafBelow(node, rest))) {
      const apart = found.values.map((item) => ({ values: [item], node: found.node, isMissingInRow: false }))
      found.rows = { list: around + names.join('.'), found: apart }
    }
    // Rows of another block are another list.
    else if (byRow) found.rows = { list: `${around}${name} ${block?.slug ?? ''}`, found: each }
  } else {
    found.node = node
    plain(value, rest, found)
  }
  return found
}

function blockWith(node: BlocksField, name: string): Block | undefined {
  return node.blocks.find((block) => dataField(block.fields, name) !== null)
}

/** Finds values inside a value that the schema does not describe: JSON, a polymorphic relation, an unknown field. */
function plain(value: Json, names: string[], found: Found): void {
  if (Array.isArray(value)) for (const item of value) plain(item, names, found)
  else if (names.length === 0) add(value, found)
  else if (isPlainJson(value)) plain(value[names[0] ?? ''] ?? null, names.slice(1), found)
}

function add(value: Json, found: Found): void {
  if (Array.isArray(value)) for (const item of value) found.values.push(item)
  else if (value !== null) found.values.push(value)
}

function inLocale(value: Json | undefined, locale: string | null): Json {
  if (value === undefined || value === null) return null
  return isPlainJson(value) && locale !== null ? (value[locale] ?? null) : value
}
