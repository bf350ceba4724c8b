import * as v from 'valibot'
import { json, jsonObject, recordOf } from '../json.ts'

/**
 * A single edit (DM1, DM2). `path`: keys of the data, rows by id (`layout.65f0c3….heading`); `locale` null: not
 * localized. `from`, `to`: value before and after, null for none; with the base the sides of a merge (SY6).
 */
export const setChange = v.object({
  kind: v.literal('set'),
  locale: v.nullable(v.string()),
  path: v.string(),
  from: json,
  to: json,
})

const rowContents = recordOf(jsonObject)

/**
 * Order and membership of a list of rows, as row ids. Added and removed rows are kept whole, with all locales, so
 * that the change can be inverted. A row is never replaced under its id.
 */
export const rowsChange = v.object({
  kind: v.literal('rows'),
  locale: v.nullable(v.string()),
  path: v.string(),
  from: v.array(v.string()),
  to: v.array(v.string()),
  added: rowContents,
  removed: rowContents,
  /**
   * Rows in `added` that somebody else removed while they were edited here, as they were before either
   * side touched them. Each is a conflict until a person has decided (SY7).
   */
  revived: v.exactOptional(rowContents),
})

export const change = v.variant('kind', [setChange, rowsChange])
export type Change = v.InferOutput<typeof change>
export type SetChange = v.InferOutput<typeof setChange>
export type RowsChange = v.InferOutput<typeof rowsChange>

/**
 * A field, or a whole row, that both sides changed to different values; a person decides (SY7). Rows are in stored
 * shape; null: that side has no such row.
 */
export const conflict = v.object({
  locale: v.nullable(v.string()),
  path: v.string(),
  base: json,
  mine: json,
  theirs: json,
})
export type Conflict = v.InferOutput<typeof conflict>

/**
 * Rows that somebody else removed while they were edited here, by path, as they were. With its row an edit can be
 * shown as a conflict, and the row restored (SY7).
 */
export const lostRows = recordOf(
  v.object({
    /** The locale of the row's list. */
    locale: v.nullable(v.string()),
    row: jsonObject,
    /**
     * The row before it, of those that still exist or are lost as well; null: it was the first. Absent: not known.
     */
    after: v.exactOptional(v.nullable(v.string())),
  }),
)
export type LostRows = v.InferOutput<typeof lostRows>

/** Key of the cell of a change: a field in a locale, or a list's order and membership. */
export function cellKey({ locale, path }: Pick<Change, 'locale' | 'path'>): string {
  return `${locale ?? ''}\n${path}`
}

/** Returns the inverse of a change (DM2). */
export function invertChange(made: Change): Change {
  const { kind, locale, path } = made
  if (kind === 'set') return { kind, locale, path, from: made.to, to: made.from }
  return {
    kind,
    locale,
    path,
    from: made.to,
    to: made.from,
    added: made.removed,
    removed: made.added,
  }
}

/** Returns the inverse changes, in the order in which to apply them. */
export function invertChanges(changes: readonly Change[]): Change[] {
  return changes.map(invertChange).toReversed()
}
