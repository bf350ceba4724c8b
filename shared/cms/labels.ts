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

export type SlugLabels = { singular: string; plural: string }

/** The words of a slug or field name, each with a capital: `blogPosts` and `blog-posts` are `Blog Posts`. */
export function toWords(name: string): string {
  return name
    .trim()
    .split(/[\s-]+/)
    .filter((part) => part !== '')
    .map((part) => part.split(/(?=[A-Z])/).join(' '))
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ')
}

/** Labels for entities without any (S3.13). The plural is the regular English one. */
export function slugLabels(slug: string): SlugLabels {
  const words = toWords(slug)
  if (/ies$/i.test(words)) return { singular: words.replace(/ies$/i, 'y'), plural: words }
  if (/(?:ss|x|z|ch|sh)es$/i.test(words)) return { singular: words.slice(0, -2), plural: words }
  if (/[^su]s$/i.test(words)) return { singular: words.slice(0, -1), plural: words }
  if (/[^aeiou]y$/i.test(words)) return { singular: words, plural: `${words.slice(0, -1)}ies` }
  if (/(?:s|x|z|ch|sh)$/i.test(words)) return { singular: words, plural: `${words}es` }
  return { singular: words, plural: `${words}s` }
}
