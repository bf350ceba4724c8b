import * as v from 'valibot'
import type { Field } from '../cms/schema-model.ts'
import { json, sameJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { cellKey } from './change.ts'
import type { Change, Conflict } from './change.ts'
import { changesBetween } from './diff.ts'

/**
 * A value of an own write that has changed without anybody's edit: the server adjusted it, or the write was given up.
 * Edits on top of the sent value are compared with the stored one (DM4).
 */
export const serverAdjusted = v.object({
  locale: v.nullable(v.string()),
  path: v.string(),
  sent: json,
  stored: json,
  /** A person gave the write up. The value there instead may be somebody else's, and undo leaves it alone (DM7). */
  givenUp: v.exactOptional(v.literal(true)),
})
export type ServerAdjusted = v.InferOutput<typeof serverAdjusted>

/** Most adjustments kept for a document, the newest of each cell. */
const KEPT = 200
/** Most characters of JSON in the two values of an adjustment; a longer one is not kept and may be a conflict. */
const LONGEST = 50_000

/**
 * The values of an own write that the server stored differently. `expected`: the data as it was sent; `stored`: with
 * the answer; both in all locales. Order and membership of rows are left to the merge.
 */
export function adjustmentsBetween(
  fields: Field[],
  expected: JsonObject,
  stored: JsonObject,
): ServerAdjusted[] {
  return changesBetween(fields, expected, stored).flatMap((change) =>
    change.kind === 'set'
      ? [{ locale: change.locale, path: change.path, sent: change.from, stored: change.to }]
      : [],
  )
}

/**
 * Adds newer adjustments to a list. Per cell it keeps the newest, and extends older ones that lead to it: A became B,
 * B became C, so A became C.
 */
export function withAdjustments(
  known: readonly ServerAdjusted[],
  newer: readonly ServerAdjusted[],
): ServerAdjusted[] {
  if (newer.length === 0) return [...known]
  const cells = new Map(newer.map((item) => [cellKey(item), item]))
  const before = known.flatMap((item) => {
    const next = cells.get(cellKey(item))
    if (next === undefined) return [item]
    const { stored, givenUp } = next
    if (!sameJson(item.stored, next.sent)) return []
    return [{ ...item, stored, ...(givenUp && { givenUp }) }]
  })
  const short = newer.filter((item) => JSON.stringify([item.sent, item.stored]).length <= LONGEST)
  return [...before, ...short].slice(-KEPT)
}

/**
 * The adjustments of own writes that were given up. `before`, `after`: the data with and without them. A cell
 * in conflict is left out: its value is somebody else's, so an edit on top of it conflicts (SY7).
 */
export function givenUpBetween(
  fields: Field[],
  before: JsonObject,
  after: JsonObject,
  conflicts: readonly Conflict[] = [],
): ServerAdjusted[] {
  const theirs = new Set(conflicts.map(cellKey))
  return adjustmentsBetween(fields, before, after)
    .filter((item) => !theirs.has(cellKey(item)))
    .map((item) => ({ ...item, givenUp: true }))
}

/** The adjustments without cells that were written since. */
export function withoutWritten(
  adjusted: readonly ServerAdjusted[],
  changes: readonly Change[],
): ServerAdjusted[] {
  const written = new Set(changes.map(cellKey))
  return adjusted.filter((item) => !written.has(cellKey(item)))
}

/** True if a cell differs from the expected value only because an own write was adjusted. */
export function isAdjusted(
  adjusted: readonly ServerAdjusted[],
  cell: { path: string; locale: string | null },
  expected: Json,
  is: Json,
): boolean {
  return adjusted.some(
    (item) =>
      item.path === cell.path &&
      item.locale === cell.locale &&
      sameJson(item.sent, expected) &&
      sameJson(item.stored, is),
  )
}

/** True if a row is unchanged apart from adjustments. `at`: path of the row, locale of its list. */
export function isSameRow(
  fields: Field[],
  was: JsonObject,
  is: JsonObject,
  at: { path: string; locale: string | null },
  adjusted: readonly ServerAdjusted[],
): boolean {
  return changesBetween(fields, was, is, at).every(
    (change) => change.kind === 'set' && isAdjusted(adjusted, change, change.from, change.to),
  )
}
