import { dataField, dataFields, isRows, rowFields, rowId } from '../cms/fields.ts'
import type { Field, RowsField } from '../cms/schema-model.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { isTempId } from '../sync/temp-id.ts'
import { applyChanges } from './apply.ts'
import type { Change } from './change.ts'
import { splitPath } from './path.ts'
import { projectLocale } from './project.ts'
import { isNamedRow } from './row-index.ts'

/** Which places of a document the changes touch. */
type Touched = {
  /** The place itself is set: it is sent whole. */
  whole: boolean
  /** Rows whose content the changes bring. */
  brought: Set<string>
  below: Map<string, Touched>
}

/**
 * The smallest PATCH body that makes these changes on the server, in one locale (CONTRACT, sparse writes): groups
 * with the changed keys only; of a list of rows all rows in order, unchanged ones as `{id}` or `{id, blockType}`, or
 * with all that they hold in the locale (`wholeRows`). `base`: all locales, what the server has.
 */
export function patchBody(
  fields: Field[],
  base: JsonObject,
  changes: readonly Change[],
  locale: string | null,
  { wholeRows = false }: { wholeRows?: boolean } = {},
): JsonObject {
  const after = projectLocale(fields, applyChanges(fields, base, changes), locale)
  return sparse(fields, after, touchedBy(changes), wholeRows)
}

function touchedBy(changes: readonly Change[]): Touched {
  const root = untouched()
  for (const change of changes) {
    let place = root
    for (const segment of splitPath(change.path)) {
      const next = place.below.get(segment) ?? untouched()
      place.below.set(segment, next)
      place = next
    }
    if (change.kind === 'set') place.whole = true
    else for (const id of Object.keys(change.added)) place.brought.add(id)
  }
  return root
}

function untouched(): Touched {
  return { whole: false, brought: new Set(), below: new Map() }
}

function sparse(fields: Field[], view: JsonObject, touched: Touched, wholeRows: boolean): JsonObject {
  const entries = [...touched.below].map(([name, place]): [string, Json] => {
    const node = dataField(fields, name)
    const value = own(view, name)
    if (node !== null && !place.whole) {
      if (node.type === 'nested')
        return [name, sparse(node.fields, isPlainJson(value) ? value : {}, place, wholeRows)]
      if (isRows(node)) {
        const rows = Array.isArray(value) ? value : []
        // What cannot be named cannot be told by a stub either.
        const sent = rows.map((row, at) =>
          isNamedRow(rows, at) ? sparseRow(node, row, place, wholeRows) : row,
        )
        return [name, sent]
      }
    }
    return [name, value ?? null]
  })
  return Object.fromEntries(entries)
}

function sparseRow(node: RowsField, row: Json, list: Touched, wholeRows: boolean): Json {
  const id = rowId(row)
  if (!isPlainJson(row) || id === null) return row
  const place = list.below.get(id)
  const inRow = rowFields(node, row)
  if (inRow === null) return row
  if (place?.whole === true || list.brought.has(id)) return emptied(inRow, row)
  if (wholeRows) return row
  const stub: JsonObject = { id: own(row, 'id') ?? id }
  const blockType = own(row, 'blockType')
  if (node.type === 'blocks' && blockType !== undefined) stub['blockType'] = blockType
  return place === undefined ? stub : { ...stub, ...sparse(inRow, row, place, wholeRows) }
}

/** A row with null where it has no value and the server would put the field's default. */
function emptied(fields: Field[], data: JsonObject): JsonObject {
  const entries = dataFields(fields).flatMap((node): [string, Json][] => {
    const value = own(data, node.name)
    if (node.type === 'nested') return isPlainJson(value) ? [[node.name, emptied(node.fields, value)]] : []
    if (isRows(node) && Array.isArray(value)) {
      const rows = value.map((row) => (isPlainJson(row) ? emptied(rowFields(node, row) ?? [], row) : row))
      return [[node.name, rows]]
    }
    return value === undefined && node.defaultValue !== null && node.name !== 'id' ? [[node.name, null]] : []
  })
  return { ...data, ...Object.fromEntries(entries) }
}

/**
 * The body of a POST that creates the document: everything that has a value in the locale, row ids included. What
 * the server sets by itself, and a temporary id, are left out.
 */
export function createBody(fields: Field[], data: JsonObject, locale: string | null): JsonObject {
  const sent = Object.entries(projectLocale(fields, data, locale)).filter(([key, value]) => {
    if (key === 'id') return typeof value !== 'string' || !isTempId(value)
    return key !== 'createdAt' && key !== 'updatedAt' && key !== '_status'
  })
  return Object.fromEntries(sent)
}
