import { isExact } from '../../../shared/exact-number.ts'
import { isJson, type Json } from '../../../shared/json.ts'
import type { EditorOptions } from '../../../shared/fields/editor-options.ts'

/** A value as it is shown to be edited; '' for none. */
export function formatJson(value: Json, { insertSpaces, tabSize }: EditorOptions): string {
  return value === null ? '' : JSON.stringify(value, null, insertSpaces ? tabSize : '\t')
}

/** What was typed, as a value; nothing for a text that is no JSON. A blank one is no value. */
export function parseJson(text: string): { value: Json } | null {
  if (text.trim() === '') return { value: null }
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? { value } : null
  } catch {
    return null
  }
}

/** The first number in JSON that has more digits than a number holds; null if there is none (F102). */
export function inexactNumberIn(text: string): string | null {
  // Without what is escaped, every second part between quotes is a text.
  const outside = text
    .replaceAll(/\\./g, '')
    .split('"')
    .filter((_part, at) => at % 2 === 0)
  const numbers = outside.flatMap((part) => part.match(/-?\d[\d.eE+-]*/g) ?? [])
  return numbers.find((one) => !isExact(one)) ?? null
}
