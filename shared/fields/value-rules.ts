import type { FieldError } from '../document/validation/field-error.ts'
import { isPlainJson, own, sameJson } from '../json.ts'
import type { Json } from '../json.ts'
import type { FieldWithValue, InitialContext, Inside, Merged, ValueFieldType } from './field-type.ts'
import type { RelatedRef } from './related-ref.ts'

export const required: FieldError = { key: 'validation:required' }

export function isNothing(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null
}

/** An empty text, an empty list and no value are the same to a person. */
export function isBlank(value: Json | undefined): boolean {
  return isNothing(value) || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A value as text, whatever it is: items joined by commas, of a relationship its id. */
export function plainText(value: Json | undefined): string {
  if (isNothing(value)) return ''
  if (Array.isArray(value)) return joined(value.map(plainText))
  if (!isPlainJson(value)) return String(value)
  const id = own(value, 'value') ?? own(value, 'id')
  return id === undefined ? JSON.stringify(value) : plainText(id)
}

/** Joins texts with commas, without blank ones. */
export function joined(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join(', ')
}

/** The first line that is not blank; '' if there is none. */
export function firstLine(text: string): string {
  return text.split('\n').find((line) => line.trim() !== '') ?? ''
}

/** The values of a field as a list, one or many. */
export function itemsOf(value: Json | undefined): Json[] {
  return isBlank(value) ? [] : Array.isArray(value) ? value : [value ?? null]
}

/** True if a value, or each value of a hasMany field, passes the test. */
export function allFit(hasMany: boolean, value: Json, fits: (item: Json) => boolean): boolean {
  return hasMany ? Array.isArray(value) && value.every(fits) : fits(value)
}

export function isString(value: Json): value is string {
  return typeof value === 'string'
}

/** The default behaviour of field types whose value is one piece. A type overrides parts of it. */
export const plainValue = {
  kind: 'value',
  initial(field: FieldWithValue, given: Json | undefined, _context: InitialContext): Json | undefined {
    return given ?? field.defaultValue ?? undefined
  },
  isEmpty(_field: FieldWithValue, value: Json | undefined): boolean {
    return isBlank(value)
  },
  inside(): Inside[] {
    return []
  },
  fits(_field: FieldWithValue, _value: Json): boolean {
    return true
  },
  equal(_field: FieldWithValue, a: Json | undefined, b: Json | undefined): boolean {
    return isBlank(a) ? isBlank(b) : sameJson(a, b)
  },
  merge(): Merged {
    return { ok: false }
  },
  takeBack(): { value: Json; whole: boolean } | null {
    return null
  },
  text(_field: FieldWithValue, value: Json | undefined): string {
    return plainText(value)
  },
  refs(): RelatedRef[] {
    return []
  },
  labelsRows: false,
  searchable: false,
} as const satisfies Partial<ValueFieldType<FieldWithValue>>
