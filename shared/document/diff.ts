import { dataFields, isRows, rowFields } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import type { Collection, Field, Global, RowsField } from '../cms/schema-model.ts'
import { isPlainJson, own, sameJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Change } from './change.ts'
import { fieldNodeAt, joinPath } from './path.ts'
import { findRow, rowIds } from './row-index.ts'
import { isOrderField } from '../cms/order-fields.ts'
import { FILE_COLUMNS, FILE_FIELD, haveFile } from '../fields/file/pending-file.ts'

/** The position of two compared levels of data. */
type At = { path: string; locale: string | null }

const ROOT: At = { path: '', locale: null }

/**
 * The changes from one document (or row, with `at`) to another, in all-locales shape, compared as JSON. Shared
 * references cost nothing. Not covered: rows without an id, ids, and joins.
 */
export function changesBetween(
  fields: Field[],
  before: JsonObject,
  after: JsonObject,
  at: At = ROOT,
): Change[] {
  if (before === after) return []
  const changes: Change[] = []
  const add = (more: readonly Change[]): void => {
    for (const change of more) changes.push(change)
  }
  const known = new Set(['id'])
  for (const node of dataFields(fields)) {
    if (known.has(node.name)) continue
    known.add(node.name)
    // The server computes the documents that point here, so a join is never written.
    if (node.type === 'join') continue
    const [was, is] = [own(before, node.name), own(after, node.name)]
    if (was === is) continue
    const path = joinPath(at.path, node.name)
    if (!node.localized || !areLocales(was) || !areLocales(is)) {
      add(slotChanges(node, was, is, { path, locale: at.locale }))
      continue
    }
    for (const code of new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])) {
      const slots = [own(was ?? {}, code), own(is ?? {}, code)] as const
      add(slotChanges(node, ...slots, { path, locale: code }))
    }
  }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (known.has(name)) continue
    const beside = { path: joinPath(at.path, name), locale: at.locale }
    add(setChanges(own(before, name), own(after, name), beside))
  }
  return changes
}

function areLocales(value: Json | undefined): value is JsonObject | null | undefined {
  return value === undefined || value === null || isPlainJson(value)
}

function slotChanges(node: DataNode, was: Json | undefined, is: Json | undefined, at: At): Change[] {
  if (was === is) return []
  if (node.type === 'nested') {
    return changesBetween(node.fields, asObject(was), asObject(is), at)
  }
  return isRows(node) ? rowsChanges(node, was, is, at) : setChanges(was, is, at)
}

function setChanges(was: Json | undefined, is: Json | undefined, at: At): Change[] {
  if (sameJson(was, is)) return []
  return [{ kind: 'set', ...at, from: was ?? null, to: is ?? null }]
}

function rowsChanges(node: RowsField, was: Json | undefined, is: Json | undefined, at: At): Change[] {
  const [from, to] = [rowIds(was), rowIds(is)]
  const added = to.filter((id) => findRow(was, id) === undefined)
  const removed = from.filter((id) => findRow(is, id) === undefined)
  const contents = (rows: Json | undefined, ids: string[]) =>
    Object.fromEntries(ids.map((id) => [id, findRow(rows, id) ?? {}]))
  const order: Change[] = sameJson(from, to)
    ? []
    : [{ kind: 'rows', ...at, from, to, added: contents(is, added), removed: contents(was, removed) }]
  const inside = to.flatMap((id) => {
    const [before, after] = [findRow(was, id), findRow(is, id)]
    if (before === undefined || after === undefined || before === after) return []
    const below = { path: joinPath(at.path, id), locale: at.locale }
    return changesBetween(rowFields(node, after) ?? [], before, after, below)
  })
  return [...order, ...inside]
}

function asObject(value: Json | undefined): JsonObject {
  return isPlainJson(value) ? value : {}
}

/** Columns that belong to a document and not to its content. */
const OWN_COLUMNS: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', 'deletedAt', '_status'])

/** The edits that give a document the content of another one; its own columns stay. */
export function contentChanges(entity: Collection | Global, now: JsonObject, content: JsonObject): Change[] {
  return changesBetween(entity.fields, now, content).filter((change) => isOfContent(entity, now, change))
}

/** True if a change concerns the content of a document, in a field of the schema. */
export function isOfContent(
  entity: Collection | Global,
  now: JsonObject,
  { path, locale }: Pick<Change, 'path' | 'locale'>,
): boolean {
  const { fields } = entity
  const node = fieldNodeAt(fields, now, path, locale)
  // The former file is not on this computer, so it is left out with its columns (see FILE_COLUMNS).
  const isOfFile = haveFile(fields) && (path === FILE_FIELD || FILE_COLUMNS.has(path))
  // Order keys are the server's to change, and are no content.
  const isPlace = entity.kind === 'collection' && isOrderField(entity, path)
  return !OWN_COLUMNS.has(path) && !isPlace && !isOfFile && node !== null && node.type !== 'join'
}
