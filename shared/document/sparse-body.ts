import { dataField, dataFields, isRows, rowFields, rowId } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import type { Field, RowsField } from '../cms/schema-model.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { isTempId } from '../cms/doc-ref.ts'
import { applyChanges } from './apply.ts'
import type { Change } from './change.ts'
import { splitPath } from './path.ts'
import { projectLocale } from './project.ts'
import { findRow, isNamedRow } from './row-index.ts'

/** The paths of a document that the changes touch, as a tree. */
type Touched = {
  /** True if the whole value is set, and so is sent whole. */
  whole: boolean
  /** Ids of rows that the changes add. */
  brought: Set<string>
  below: Map<string, Touched>
}

/** Keys of a row that are no fields. */
export const ROW_NAMES: ReadonlySet<string> = new Set(['id', 'blockType', 'blockName'])

/**
 * The smallest PATCH body for changes in one locale (docs/sync.md, Sparse writes): changed keys only, unchanged rows as
 * stubs or whole (`wholeRows`), nothing that the schema lacks (SY13). `base`: all locales, on the server.
 */
export function patchBody(
  fields: Field[],
  base: JsonObject,
  changes: readonly Change[],
  locale: string | null,
  { wholeRows = false }: { wholeRows?: boolean } = {},
): JsonObject {
  const before = projectLocale(fields, base, locale)
  const after = projectLocale(fields, applyChanges(fields, base, changes), locale)
  return sparse(fields, { before, after }, touchedBy(changes), { wholeRows, isRow: false })
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

/** One value in one locale, on the server and after the write. */
type Sides<T> = { before: Json | undefined; after: T }

function below(sides: Sides<JsonObject>, name: string): Sides<Json | undefined> {
  return { before: childOf(sides.before, name), after: own(sides.after, name) }
}

function childOf(value: Json | undefined, name: string): Json | undefined {
  return isPlainJson(value) ? own(value, name) : undefined
}

type Sending = { wholeRows: boolean; isRow: boolean }

function sparse(
  fields: Field[],
  sides: Sides<JsonObject>,
  touched: Touched,
  { wholeRows, isRow }: Sending,
): JsonObject {
  const entries = [...touched.below].flatMap(([name, place]): [string, Json][] => {
    const node = dataField(fields, name)
    const { before, after } = below(sides, name)
    if (node === null) return isRow && ROW_NAMES.has(name) ? [[name, after ?? null]] : []
    if (place.whole) return [[name, whole(node, { before, after: after ?? null }, false)]]
    if (node.type === 'nested') {
      const inside = { before, after: isPlainJson(after) ? after : {} }
      return [[name, sparse(node.fields, inside, place, { wholeRows, isRow: false })]]
    }
    if (!isRows(node)) return [[name, after ?? nothing(node)]]
    const rows = Array.isArray(after) ? after : []
    // A row without a usable id cannot be sent as a stub, so it is sent whole.
    const sent = rows.flatMap((row, at) =>
      isNamedRow(rows, at)
        ? sparseRow(node, { before: findRow(before, rowId(row) ?? ''), after: row }, place, wholeRows)
        : wholeRow(node, { before: undefined, after: row }, false),
    )
    return [[name, sent]]
  })
  return Object.fromEntries(entries)
}

function sparseRow(node: RowsField, sides: Sides<Json>, list: Touched, wholeRows: boolean): Json[] {
  const row = sides.after
  const id = rowId(row)
  const inRow = isPlainJson(row) ? rowFields(node, row) : null
  if (!isPlainJson(row) || id === null || inRow === null) return wholeRow(node, sides, false)
  const place = list.below.get(id)
  if (place?.whole === true || list.brought.has(id)) return wholeRow(node, sides, true)
  if (wholeRows) return wholeRow(node, sides, false)
  const stub = stubOf(node, row)
  if (place === undefined) return [stub]
  const inside = { before: sides.before, after: row }
  return [{ ...stub, ...sparse(inRow, inside, place, { wholeRows, isRow: true }) }]
}

function stubOf(node: RowsField, row: JsonObject): JsonObject {
  const blockType = own(row, 'blockType')
  const type = node.type === 'blocks' && blockType !== undefined ? { blockType } : {}
  return { id: own(row, 'id') ?? rowId(row), ...type }
}

/**
 * A row with all its values in the schema. A row of an unknown block is a stub, if the server has it, or is not sent.
 * `fills`: see wholeLevel.
 */
function wholeRow(node: RowsField, { before, after: row }: Sides<Json>, fills: boolean): Json[] {
  if (!isPlainJson(row)) return [row]
  const inRow = rowFields(node, row)
  if (inRow === null) return before === undefined ? [] : [stubOf(node, row)]
  return [wholeLevel(inRow, { before, after: row }, { isRow: true, fills })]
}

/** The value of an emptied field. The server's SQL adapters take null for a list of texts or numbers as unchanged. */
function nothing(node: DataNode): Json {
  return 'hasMany' in node && node.hasMany ? [] : null
}

function whole(node: DataNode, { before, after }: Sides<Json>, fills: boolean): Json {
  if (node.type === 'nested')
    return isPlainJson(after) ? wholeLevel(node.fields, { before, after }, { isRow: false, fills }) : after
  if (!isRows(node) || !Array.isArray(after)) return after ?? nothing(node)
  return after.flatMap((row) =>
    wholeRow(node, { before: findRow(before, rowId(row) ?? ''), after: row }, fills),
  )
}

/**
 * A level with all its values. `fills`: adds null for fields without a value that the server would fill with a
 * default.
 */
function wholeLevel(
  fields: Field[],
  sides: Sides<JsonObject>,
  { isRow, fills }: { isRow: boolean; fills: boolean },
): JsonObject {
  const values = Object.keys(sides.after).flatMap((name): [string, Json][] => {
    const node = dataField(fields, name)
    const { before, after = null } = below(sides, name)
    if (node !== null) return [[name, whole(node, { before, after }, fills)]]
    return isRow && ROW_NAMES.has(name) ? [[name, after]] : []
  })
  const empty = dataFields(fields).flatMap((node): [string, Json][] => {
    if (!fills || node.type === 'nested' || node.name === 'id') return []
    return own(sides.after, node.name) === undefined && node.defaultValue !== null
      ? [[node.name, nothing(node)]]
      : []
  })
  return Object.fromEntries([...values, ...empty])
}

/**
 * The body of a POST that creates the document: all values in the locale, with row ids, but without values set by the
 * server, unknown fields, and a temporary id.
 */
export function createBody(fields: Field[], data: JsonObject, locale: string | null): JsonObject {
  const after = projectLocale(fields, data, locale)
  const known = wholeLevel(fields, { before: undefined, after }, { isRow: false, fills: false })
  const sent = Object.entries(known).filter(([key]) => !SET_BY_SERVER.has(key))
  const id = own(after, 'id')
  const isOwn = id !== undefined && (typeof id !== 'string' || !isTempId(id))
  return { ...Object.fromEntries(sent), ...(isOwn && { id }) }
}

const SET_BY_SERVER: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', '_status'])
