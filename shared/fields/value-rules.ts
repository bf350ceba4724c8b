import type { Labels } from '../cms/field-base.ts'
import { mergeIds } from '../document/merge-ids.ts'
import type { FieldError } from '../document/validation/field-error.ts'
import { isPlainJson, own, sameJson, type Json, type JsonObject } from '../json.ts'
import type {
  FieldWithValue,
  InitialContext,
  Inside,
  Merged,
  TextContext,
  ValueFieldType,
} from './field-type.ts'
import type { RelatedRef } from '../cms/doc-ref.ts'

export const required: FieldError = { key: 'validation:required' }

export function isNothing(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null
}

/** True for an empty text, an empty list and no value, which are the same to a person. */
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

/** The rows in the value of a field with rows. */
export function rowsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isPlainJson) : []
}

/** The number of rows as text, `3 Items`. */
export function countText(count: number, labels: Labels, context: TextContext): string {
  return `${count} ${context.label(count === 1 ? labels.singular : labels.plural)}`.trimEnd()
}

/** Merges the values of a hasMany field as ordered sets (SY6); not ok if one of them is no set. */
export function mergeSets(base: Json, mine: Json, theirs: Json): Merged {
  const [was, my, their] = [itemsByKey(base), itemsByKey(mine), itemsByKey(theirs)]
  if (!was || !my || !their) return { ok: false }
  const merged = mergeIds([...was.keys()], [...my.keys()], [...their.keys()])
  return { ok: true, value: merged.map((key) => their.get(key) ?? my.get(key) ?? null) }
}

/** Joins two hasMany values: theirs, then the items that only mine has. Null if one is empty or no list. */
export function bothOfMany(mine: Json, theirs: Json): { value: Json } | null {
  if (!Array.isArray(mine) || !Array.isArray(theirs) || mine.length === 0 || theirs.length === 0) return null
  const known = new Set(theirs.map(itemKey))
  return { value: [...theirs, ...mine.filter((item) => !known.has(itemKey(item)))] }
}

/** The items by identity; null if the value is no set: no list, or one with duplicates. */
function itemsByKey(value: Json): Map<string, Json> | null {
  if (value === null) return new Map()
  if (!Array.isArray(value)) return null
  const items = new Map(value.map((item) => [itemKey(item), item]))
  return items.size === value.length ? items : null
}

function itemKey(item: Json): string {
  if (isPlainJson(item) && own(item, 'relationTo') !== undefined) {
    return JSON.stringify([own(item, 'relationTo') ?? null, own(item, 'value') ?? null])
  }
  return JSON.stringify(item)
}
