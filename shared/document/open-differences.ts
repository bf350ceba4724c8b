import type { Field } from '../cms/schema-model.ts'
import { isPlainJson, sameJson } from '../json.ts'
import type { JsonObject } from '../json.ts'
import { applyChange } from './apply.ts'
import { cellKey } from './change.ts'
import type { Change } from './change.ts'
import type { SavedDifference } from './saved-difference.ts'
import { getStored, getValue, isWithin, joinPath, missingRow, parentPath } from './path.ts'
import { findRow, rowIds } from './row-index.ts'

/**
 * The differences that still hold: neither a write since nor a waiting edit concerns them. `data`: all locales, on
 * the server.
 */
export function openDifferences<D extends SavedDifference>(
  fields: Field[],
  data: JsonObject,
  differences: readonly D[],
  newer: readonly Change[],
): D[] {
  return differences.filter(
    (one) => holdsStill(fields, data, one) && !newer.some((change) => decidesAbout(change, one)),
  )
}

/** True if the server still has the value that it stored then. */
export function holdsStill(fields: Field[], data: JsonObject, difference: SavedDifference): boolean {
  const { kind, path, locale, saved } = difference
  if (kind === 'order') return sameJson(rowIds(getStored(fields, data, path, locale)), saved)
  if (kind === 'row') return (rowAt(fields, data, difference) === undefined) === (saved === null)
  return sameJson(getValue(fields, data, path, locale), saved)
}

/**
 * True if a newer edit decides about the difference: one of its cell, or one that adds or removes a row
 * around it.
 */
export function decidesAbout(change: Change, { kind, path, locale }: SavedDifference): boolean {
  if (kind !== 'row' && cellKey(change) === cellKey({ path, locale })) return true
  if (change.kind === 'set' || (change.locale !== null && change.locale !== locale)) return false
  return [...Object.keys(change.added), ...Object.keys(change.removed)].some((id) =>
    isWithin(path, joinPath(change.path, id)),
  )
}

/**
 * The edits that restore the sent values, compared with the present ones; none in a row that is missing itself.
 * `data`: all locales, as the form has it.
 */
export function putBack(
  fields: Field[],
  data: JsonObject,
  differences: readonly SavedDifference[],
): Change[] {
  let now = data
  return differences.flatMap((difference) => {
    const change = putBackOne(fields, now, difference)
    if (change === null) return []
    now = applyChange(fields, now, change)
    return [change]
  })
}

function putBackOne(fields: Field[], data: JsonObject, difference: SavedDifference): Change | null {
  const { kind, path, locale, sent } = difference
  if (kind === 'row') return putBackRow(fields, data, difference)
  if (missingRow(fields, data, path, locale) !== null) return null
  if (kind === 'field') {
    const from = getValue(fields, data, path, locale)
    return sameJson(from, sent) ? null : { kind: 'set', locale, path, from, to: sent }
  }
  const from = rowIds(getStored(fields, data, path, locale))
  const wanted = Array.isArray(sent) ? sent.filter((id) => typeof id === 'string') : []
  const to = [...wanted.filter((id) => from.includes(id)), ...without(from, wanted)]
  return sameJson(from, to) ? null : { kind: 'rows', locale, path, from, to, added: {}, removed: {} }
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  return ids.filter((id) => !others.includes(id))
}

function putBackRow(fields: Field[], data: JsonObject, difference: SavedDifference): Change | null {
  const { path: rowPath, locale, sent } = difference
  const { parent: path, name: id } = parentPath(rowPath)
  if (missingRow(fields, data, path, locale) !== null) return null
  const from = rowIds(getStored(fields, data, path, locale))
  const list = { kind: 'rows', locale, path, from } as const
  const there = rowAt(fields, data, difference)
  if (isPlainJson(sent) && there === undefined)
    return { ...list, to: [...from, id], added: { [id]: sent }, removed: {} }
  if (sent === null && there !== undefined)
    return { ...list, to: without(from, [id]), added: {}, removed: { [id]: there } }
  return null
}

function rowAt(
  fields: Field[],
  data: JsonObject,
  { path: rowPath, locale }: SavedDifference,
): JsonObject | undefined {
  const { parent, name: id } = parentPath(rowPath)
  return findRow(getStored(fields, data, parent, locale), id)
}

/** The path at which a difference is shown: a row and an order at their list. */
export function shownAt({ kind, path }: SavedDifference): string {
  return kind === 'row' ? parentPath(path).parent : path
}
