import { own } from '../json.ts'
import type { LocalizedText } from './field-base.ts'

/**
 * The label's text in a language (S3.21): a plain string, or the text of the language, of the first fallback language
 * that has one, or of any. '' for null and for an empty record.
 */
export function pickLabel(
  text: LocalizedText | null,
  language: string,
  fallbacks: readonly string[] = ['en'],
): string {
  if (text === null) return ''
  if (typeof text === 'string') return text
  const known = [language, ...fallbacks].find((one) => Object.hasOwn(text, one))
  return (known === undefined ? Object.values(text)[0] : own(text, known)) ?? ''
}
