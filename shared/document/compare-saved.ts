import { isRows, rowFields } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import { valueType } from '../fields/field-type.ts'
import { isBlank } from '../fields/value-rules.ts'
import { isPlainJson, own, sameJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { cellKey } from './change.ts'
import type { Change, RowsChange, SetChange } from './change.ts'
import { changesBetween } from './diff.ts'
import type { DocumentSchema } from '../fields/field-type.ts'
import { fieldNodeAt, getStored, getValue, joinPath, missingRow, parentPath, splitPath } from './path.ts'
import { projectRow } from './project.ts'
import { resolveField } from './resolve-field.ts'
import { findRow, rowIds } from './row-index.ts'
import type { SavedDifference, SavedResult, SentCell } from './saved-difference.ts'

export type SavedSides = {
  /** The document on the server before the write, in all locales. */
  before: JsonObject
  /** The document with the sent changes. */
  sent: JsonObject
  /** The document with the server's answer, which covers the sent locale and shared fields. */
  saved: JsonObject
}

export type Comparison = {
  cells: SentCell[]
  differences: SavedDifference[]
  /** Changes of fields that are not in the schema and that the server has dropped (SY13). */
  vanished: Change[]
}

export type CompareOptions = {
  sides: SavedSides
  /** The locale of the write; an answer says nothing of others. */
  locale: string | null
  /** True if the user may read a field, by the schema's names without row ids (see canDoField). */
  mayRead: (path: string) => boolean
}

/** One comparison: the schema, the sides, and the differences that were found so far. */
type SaveComparison = DocumentSchema & CompareOptions & { differences: Map<string, SavedDifference> }

/**
 * Compares the sent values with the server's answer (SY16). Values and rows that the server added where nothing was
 * sent are no difference.
 */
export function compareSaved(
  schema: DocumentSchema,
  changes: readonly Change[],
  options: CompareOptions,
): Comparison {
  const run: SaveComparison = { ...schema, ...options, differences: new Map() }
  const sent = changes.filter((change) => isSent(run, change))
  const vanished = sent.filter((change) => hasVanished(run, change))
  const cells = sent.map((change): SentCell => {
    const result = vanished.includes(change) ? 'not-saved' : compare(run, change)
    return { path: change.path, locale: change.locale, result }
  })
  return { cells, differences: [...run.differences.values()], vanished }
}

/** True if a change belongs to the locale of the write, or to none. */
function isSent({ locale }: SaveComparison, change: Change): boolean {
  return change.locale === null || change.locale === locale
}

function put(run: SaveComparison, difference: SavedDifference): SavedResult {
  run.differences.set(`${difference.kind} ${cellKey(difference)}`, difference)
  return difference.result
}

/** True if answers never contain the field, so that a missing value proves nothing. */
function isUnreadable(run: SaveComparison, path: string, code: string | null): boolean {
  const { fields, sides, mayRead } = run
  const field = resolveField(fields, sides.sent, path, code)
  if (field === null) return false
  const names = splitPath(field.schemaPath).filter((name) => !name.startsWith('_index-'))
  return field.hidden || !mayRead(names.join('.'))
}

function compare(run: SaveComparison, change: Change): SavedResult {
  const { fields, sides } = run
  const now = getStored(fields, sides.saved, change.path, change.locale)
  if (isBlank(now) && isUnreadable(run, change.path, change.locale)) return 'sent'
  const node = fieldNodeAt(fields, sides.sent, change.path, change.locale)
  return change.kind === 'set' ? compareSet(run, node, change) : compareRows(run, node, change)
}

/** True if the schema does not have the field, and the server has dropped its value. */
function hasVanished(run: SaveComparison, { path, locale: code, to }: Change): boolean {
  const { fields, sides } = run
  const isKnown = fieldNodeAt(fields, sides.sent, path, code) !== null
  return !isKnown && !isBlank(to) && isBlank(getStored(fields, sides.saved, path, code))
}

function compareSet(
  run: SaveComparison,
  node: DataNode | null,
  { path, locale: code, to }: SetChange,
): SavedResult {
  const { fields, sides } = run
  const gone = missingRow(fields, sides.saved, path, code)
  if (gone !== null) return compareLostRow(run, gone, code)
  const saved = getValue(fields, sides.saved, path, code)
  if (isEqual(run, node, to, saved)) return 'saved'
  const before = getValue(fields, sides.before, path, code)
  const isOld = isEqual(run, node, before, saved)
  // Keys that the server filled in are no difference, but a removed key that is still there is one.
  if (!isOld && holds(saved, to)) return 'saved'
  const result = isBlank(saved) || isOld ? 'not-saved' : 'changed'
  return put(run, { kind: 'field', path, locale: code, result, sent: to, saved })
}

function isEqual(run: SaveComparison, node: DataNode | null, a: Json, b: Json): boolean {
  const { types } = run
  if (isBlank(a) && isBlank(b)) return true
  const isValue = node !== null && node.type !== 'nested'
  return isValue ? valueType(types, node).equal(node, a, b) : sameJson(a, b)
}

/** The result for a row that was edited or added and is missing after the save. */
function compareLostRow(run: SaveComparison, path: string, code: string | null): SavedResult {
  const { fields, sides } = run
  const { parent } = parentPath(path)
  const list = getStored(fields, sides.saved, parent, code)
  if (isBlank(list) && isUnreadable(run, parent, code)) return 'sent'
  const row = getStored(fields, sides.sent, path, code)
  return put(run, { kind: 'row', path, locale: code, result: 'not-saved', sent: row, saved: null })
}

function compareRows(run: SaveComparison, node: DataNode | null, change: RowsChange): SavedResult {
  const { fields, sides } = run
  const { path, locale: code, from, to, added, removed } = change
  const gone = missingRow(fields, sides.saved, path, code)
  if (gone !== null) return compareLostRow(run, gone, code)
  const [wanted, stored] = [sides.sent, sides.saved].map((side) => getStored(fields, side, path, code))
  const ids = rowIds(stored)
  const names = renamed(run, node, change, wanted, stored)
  const results: SavedResult[] = []
  for (const id of to.filter((one) => own(added, one) !== undefined)) {
    const row = findRow(wanted, id)
    if (row === undefined) continue
    const at = joinPath(path, id)
    if (names.has(id)) results.push('saved')
    else if (!ids.includes(id)) results.push(compareLostRow(run, at, code))
    else
      for (const inside of contentsOf(run, node, row, { path: at, locale: code }))
        results.push(compare(run, inside))
  }
  for (const id of Object.keys(removed)) {
    const row = to.includes(id) ? undefined : findRow(stored, id)
    if (row === undefined) continue
    const at = joinPath(path, id)
    results.push(
      put(run, { kind: 'row', path: at, locale: code, result: 'not-saved', sent: null, saved: row }),
    )
  }
  const wantedOrder = to.map((id) => names.get(id) ?? id).filter((id) => ids.includes(id))
  const order = ids.filter((id) => wantedOrder.includes(id))
  if (!sameJson(wantedOrder, order)) {
    const was = from.filter((id) => order.includes(id))
    const isOld = sameJson(
      order.filter((id) => was.includes(id)),
      was,
    )
    const result = isOld ? 'not-saved' : 'changed'
    results.push(put(run, { kind: 'order', path, locale: code, result, sent: to, saved: ids }))
  }
  return worst(results)
}

/** The contents of a new row, as edits of its cells. */
function contentsOf(
  run: SaveComparison,
  node: DataNode | null,
  row: JsonObject,
  at: { path: string; locale: string | null },
): Change[] {
  const inRow = node !== null && isRows(node) ? (rowFields(node, row) ?? []) : []
  return changesBetween(inRow, {}, row, at).filter((change) => isSent(run, change))
}

/** The ids that the server gave to new rows, by the sent ids. */
function renamed(
  run: SaveComparison,
  node: DataNode | null,
  { from, added }: RowsChange,
  wanted: Json | undefined,
  stored: Json | undefined,
): Map<string, string> {
  const { locale } = run
  const names = new Map<string, string>()
  const content = (rows: Json | undefined, id: string): Json =>
    withoutIds(node !== null && isRows(node) ? projectRow(node, findRow(rows, id) ?? {}, locale) : {})
  const known = new Set([...from, ...rowIds(wanted)])
  const others = new Set(rowIds(stored).filter((id) => !known.has(id)))
  for (const id of others.size === 0 ? [] : Object.keys(added)) {
    if (findRow(stored, id) !== undefined) continue
    const twin = [...others].find((other) => holds(content(stored, other), content(wanted, id)))
    if (twin === undefined) continue
    names.set(id, twin)
    others.delete(twin)
  }
  return names
}

/** The result that a person should see first. */
export function worst(results: readonly SavedResult[]): SavedResult {
  const order: readonly SavedResult[] = ['not-saved', 'changed', 'sent']
  return order.find((result) => results.includes(result)) ?? 'saved'
}

/** True if a value contains all of a sent value; the server may have filled in more. */
function holds(is: Json | undefined, sent: Json | undefined): boolean {
  if (Array.isArray(sent))
    return Array.isArray(is) && is.length === sent.length && sent.every((item, at) => holds(is[at], item))
  if (!isPlainJson(sent)) return sameJson(is, sent)
  return isPlainJson(is) && Object.entries(sent).every(([key, item]) => holds(own(is, key), item))
}

function withoutIds(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (!isPlainJson(value)) return value
  const kept = Object.entries(value).filter(([key]) => key !== 'id')
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutIds(item)]))
}
