import { isJson, isPlainObject } from '../json.ts'
import type { Json } from '../json.ts'
import type { LocalizedText } from './schema-model.ts'

/** Readers of foreign data: what is not of the kind asked for is taken as absent, never as an error. */
export type Raw = Record<string, unknown>

export function readObject(value: unknown): Raw {
  return isPlainObject(value) ? value : {}
}

/** A property of the object itself, whatever the value is. */
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
