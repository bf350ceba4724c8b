import * as v from 'valibot'
import type { Field } from '../cms/schema-model.ts'
import { json, sameJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { cellKey } from './change.ts'
import type { Change, Conflict } from './change.ts'
import { changesBetween } from './diff.ts'

/**
 * A value of an own write that is now another one without anybody else's doing: the server trimmed it, made it unique,
 * filled it in; or the write was given up. What was made on top of the value that was sent is measured against the one
 * that is there, and is not taken for an edit of somebody else (DM4).
 */
export const serverAdjusted = v.object({
  locale: v.nullable(v.string()),
  path: v.string(),
  sent: json,
  stored: json,
  /** A person gave the write up. What is there instead may be somebody else's, and no undo takes it back (DM7). */
  givenUp: v.exactOptional(v.literal(true)),
})
export type ServerAdjusted = v.InferOutput<typeof serverAdjusted>

/** Adjustments kept for a document, the newest of each cell; what is older was seen long ago. */
const KEPT = 200
/** Characters of JSON; a longer value is not kept: it shows as a conflict where it matters. */
const LONGEST = 50_000

/**
 * What the server stored differently of an own write. `expected`: the data with the write as it was sent; `stored`:
 * the data with the server's answer; both in all locales. Order and membership of rows are left to the merge.
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
 * The list with newer adjustments. Of one cell the newest stays, and those that lead to it: what became B, which has
 * become A by now, became A.
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
 * What became of own writes that were given up. `before`, `after`: the data with the writes, and without them. Where they
 * were in conflict, what is there instead is somebody else's: an edit on top was made on something else, and asks (SY7).
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

/** Without those of cells that were written since: nothing lies any more on what was there before. */
export function withoutWritten(
  adjusted: readonly ServerAdjusted[],
  changes: readonly Change[],
): ServerAdjusted[] {
  const written = new Set(changes.map(cellKey))
  return adjusted.filter((item) => !written.has(cellKey(item)))
}

/** Whether a cell that is expected to hold one value holds another only because an own write was adjusted. */
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

/** Whether a row still is what it was, but for what the server adjusted. `at`: path of the row, locale of its list. */
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
