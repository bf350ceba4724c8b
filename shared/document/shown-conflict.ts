import * as v from 'valibot'
import type { Field } from '../cms/schema-model.ts'
import { valueType } from '../fields/field-type.ts'
import { isPlainJson, json, sameJson, type JsonObject } from '../json.ts'
import { conflict, type Conflict } from './change.ts'
import type { DocumentSchema } from '../fields/field-type.ts'
import { fieldNodeAt, getStored, getValue, missingRow } from './path.ts'

/** A conflict as it is shown. `now`: the present value of the field or row, if it is no longer `mine`. */
export const shownConflict = v.object({ ...conflict.entries, now: v.exactOptional(json) })
export type ShownConflict = v.InferOutput<typeof shownConflict>

/**
 * Adds the present value to each conflict that has another value now. `data`: all locales, as on the screen.
 */
export function shownConflicts(
  fields: Field[],
  data: JsonObject,
  conflicts: readonly Conflict[],
): ShownConflict[] {
  return conflicts.map((one) => {
    const { path, locale, mine } = one
    if (fieldNodeAt(fields, data, path, locale) !== null) {
      const now = getValue(fields, data, path, locale)
      return sameJson(now, mine) ? one : { ...one, now }
    }
    // A row that is missing, or that I removed, has no later value.
    if (missingRow(fields, data, path, locale) !== null) return one
    const now = getStored(fields, data, path, locale)
    return isPlainJson(now) && isPlainJson(mine) && !sameJson(now, mine) ? { ...one, now } : one
  })
}

/** The conflict with the field's present value as mine, which is merged with theirs. */
export function withNow<T extends ShownConflict>({ now, ...one }: T): Omit<T, 'now'> {
  return now === undefined ? one : { ...one, mine: now }
}

/** True if `now` is a choice of its own. Rows, and values decided by parts, are always chosen as they are now. */
export function isNowApart({ fields, types }: DocumentSchema, data: JsonObject, one: ShownConflict): boolean {
  if (one.now === undefined) return false
  const field = fieldNodeAt(fields, data, one.path, one.locale)
  return field !== null && (field.type === 'nested' || valueType(types, field).mergeParts === undefined)
}
