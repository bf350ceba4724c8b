import { own } from '../json.ts'
import type { LocalizedText } from './field-base.ts'

/**
 * The text of a label in a language (S3.21): as it is when it is one string, else the language's, else that of the first
 * fallback language that it has, else the first there is. '' for null and for an empty record.
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
