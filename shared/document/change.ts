import * as v from 'valibot'
import { json, jsonObject } from '../json.ts'

/**
 * One thing an editor did to a document, small enough to be sent, merged and shown on its own.
 *
 * `path` names a field by the data's own keys, dotted; a row of an array or of blocks is named by its id, never by
 * its index: `meta.title`, `layout.65f0c3….heading`. `from` is what the field held when the edit was made, `to` what
 * it holds after; null stands for no value. Together with the base they are the three sides of a merge (SY6).
 * The locale of the values stands beside the list of changes (drafts and outbox entries carry one locale).
 */
export const setChange = v.object({
  kind: v.literal('set'),
  path: v.string(),
  from: json,
  to: json,
})

/** The order and membership of the rows of an array or blocks field, with the whole content of rows that are new. */
export const rowsChange = v.object({
  kind: v.literal('rows'),
  path: v.string(),
  from: v.array(v.string()),
  to: v.array(v.string()),
  added: v.record(v.string(), jsonObject),
})

export const change = v.variant('kind', [setChange, rowsChange])
export type Change = v.InferOutput<typeof change>
export type SetChange = v.InferOutput<typeof setChange>
export type RowsChange = v.InferOutput<typeof rowsChange>

/** A field that both sides changed to different values; it waits for a person (SY7). */
export const conflict = v.object({
  path: v.string(),
  base: json,
  mine: json,
  theirs: json,
})
export type Conflict = v.InferOutput<typeof conflict>
