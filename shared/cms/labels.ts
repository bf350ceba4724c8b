import { own } from '../json.ts'
import type { LocalizedText } from './field-base.ts'

/**
 * The text of a label in a language (S3.21): as it is when it is one string, else the language's, else the fallback
 * language's, else the first there is. '' for null and for an empty record.
 */
export function pickLabel(text: LocalizedText | null, language: string, fallback = 'en'): string {
  if (text === null) return ''
  if (typeof text === 'string') return text
  return own(text, language) ?? own(text, fallback) ?? Object.values(text)[0] ?? ''
}
