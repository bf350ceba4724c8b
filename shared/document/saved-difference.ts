import * as v from 'valibot'
import { json } from '../json.ts'

/**
 * The result for one sent value, by the server's answer:
 * - saved: equal to the sent value by its field's type
 * - changed: the server saved another value
 * - not-saved: the answer has the old value, or none
 * - sent: nothing more is known: the value cannot be read back (hidden, no read access), or no answer told of it
 */
export const savedResult = v.picklist(['saved', 'changed', 'not-saved', 'sent'])
export type SavedResult = v.InferOutput<typeof savedResult>

/** The cell of a sent change, with the worst result of all its contents. */
export const sentCell = v.object({ path: v.string(), locale: v.nullable(v.string()), result: savedResult })
export type SentCell = v.InferOutput<typeof sentCell>

/**
 * A value that the server does not have as it was sent.
 * - field: the values of one locale
 * - row: the whole row in the shape in which it is stored, null: no such row; `path` is that of the row
 * - order: of a list, as ids of rows
 */
export const savedDifference = v.object({
  kind: v.picklist(['field', 'row', 'order']),
  locale: v.nullable(v.string()),
  path: v.string(),
  result: v.picklist(['changed', 'not-saved']),
  sent: json,
  saved: json,
})
export type SavedDifference = v.InferOutput<typeof savedDifference>
