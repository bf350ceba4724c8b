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
