import type { Labels } from '../cms/field-base.ts'
import { isPlainJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import type { TextContext } from './field-type.ts'

/** The rows in the value of a field with rows. */
export function rowsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isPlainJson) : []
}

/** The number of rows as text, `3 Items`. */
export function countText(count: number, labels: Labels, context: TextContext): string {
  return `${count} ${context.label(count === 1 ? labels.singular : labels.plural)}`.trimEnd()
}
