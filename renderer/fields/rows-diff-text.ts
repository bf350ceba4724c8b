import { isPlainJson, type Json, type JsonObject } from '../../shared/json.ts'
import { wholeValue } from './whole-value.ts'

/** Rows, or the one that a conflict is about, each in its lines; '' where they hold nothing. */
export function rowsDiffText(value: Json, linesOf: (row: JsonObject) => string[]): string {
  return (Array.isArray(value) ? value : [value])
    .map((row) => (isPlainJson(row) ? linesOf(row).join('\n') : wholeValue(row)))
    .filter((text) => text !== '')
    .join('\n\n')
}
