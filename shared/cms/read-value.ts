import { isJson, isPlainObject } from '../json.ts'
import type { Json } from '../json.ts'
import type { Labels, LocalizedText } from './field-base.ts'
import { slugLabels, toWords } from './labels.ts'

/** Readers of foreign data: a value of another type counts as absent, never as an error. */
export type Raw = Record<string, unknown>

export function readObject(value: unknown): Raw {
  return isPlainObject(value) ? value : {}
}

/** A property of the object itself, not an inherited one; undefined if the value is no object. */
export function read(value: unknown, key: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

export function readList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function readTexts(value: unknown): string[] {
  return readList(value).filter((item) => typeof item === 'string')
}

export function readNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function readJson(value: unknown): Json {
  return isJson(value) ? value : null
}

/** A text or one per language; entries that are no text are left out. */
export function readLabel(value: unknown): LocalizedText | null {
  if (typeof value === 'string') return value
  if (!isPlainObject(value)) return null
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return texts.length === 0 ? null : Object.fromEntries(texts)
}

/** Reads a label: null for `false`, otherwise the site's text or words made of the name. */
export function readLabelOr(value: unknown, name: string | null): LocalizedText | null {
  if (value === false) return null
  return readLabel(value) ?? (name === null ? null : toWords(name))
}

/** Labels as given, the missing ones from the slug (S3.13). */
export function parseLabels(value: unknown, slug: string): Labels {
  const derived = slugLabels(slug)
  return {
    singular: readLabel(read(value, 'singular')) ?? derived.singular,
    plural: readLabel(read(value, 'plural')) ?? derived.plural,
  }
}
