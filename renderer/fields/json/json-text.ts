import { isExact } from '../../../shared/exact-number.ts'
import { isJson, type Json } from '../../../shared/json.ts'
import type { EditorOptions } from '../../../shared/cms/field-base.ts'

/** Formats a value for editing; '' for null. */
export function formatJson(value: Json, { insertSpaces, tabSize }: EditorOptions): string {
  return value === null ? '' : JSON.stringify(value, null, insertSpaces ? tabSize : '\t')
}

/** Parses typed JSON; null if it is invalid. A blank text is the value null. */
export function parseJson(text: string): { value: Json } | null {
  if (text.trim() === '') return { value: null }
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? { value } : null
  } catch {
    return null
  }
}

/** Returns the first number in JSON with more digits than a number holds; null if there is none (F102). */
export function inexactNumberIn(text: string): string | null {
  // Without escapes, every second part between quotes is a string.
  const outside = text
    .replaceAll(/\\./g, '')
    .split('"')
    .filter((_part, at) => at % 2 === 0)
  const numbers = outside.flatMap((part) => part.match(/-?\d[\d.eE+-]*/g) ?? [])
  return numbers.find((one) => !isExact(one)) ?? null
}
