import type { Collection } from '../cms/schema-model.ts'
import { fieldNodeAt } from '../document/path.ts'
import type { FieldTypes } from '../fields/field-type.ts'
import { isPlainJson, type Json, type JsonObject } from '../json.ts'
import { filterFields, type FilterField } from './filter-fields.ts'

/** The kind of groups: by value (an option, a status, a checkbox), by related document, or by month of a date. */
export type GroupKind = 'value' | 'document' | 'month'

export type GroupField = FilterField & { kind: GroupKind }

/** Number of documents with a value; null: without one. A month is `2026-05`, a checkbox `true` or `false`. */
export type GroupCount = { key: string | null; count: number }

/** The fields that a list can be grouped by: those with one value per document. */
export function groupFields(types: FieldTypes, collection: Collection): GroupField[] {
  return filterFields(types, collection).flatMap((one): GroupField[] => {
    const kind = kindOf(one)
    // A field in rows has many values.
    const isOne = fieldNodeAt(collection.fields, {}, one.path, null) !== null
    return kind === null || !isOne || one.path === 'deletedAt' ? [] : [{ ...one, kind }]
  })
}

function kindOf({ field }: FilterField): GroupKind | null {
  switch (field.type) {
    case 'select':
      return field.hasMany ? null : 'value'
    case 'radio':
    case 'checkbox':
      return 'value'
    case 'relationship':
    case 'upload':
      return field.hasMany || field.polymorphic ? null : 'document'
    case 'date':
      return field.appearance === 'timeOnly' ? null : 'month'
    default:
      return null
  }
}

/** The group of a value. A checkbox without a value counts as unchecked. */
export function groupKey({ kind, field }: GroupField, value: Json | undefined): string | null {
  if (field.type === 'checkbox') return String(value === true)
  if (value === undefined || value === null || value === '') return null
  if (kind === 'month') return typeof value === 'string' ? monthOf(value) : null
  const id = isPlainJson(value) ? (value['value'] ?? value['id'] ?? null) : value
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null
}

/** The month of a time, in this computer's time zone; null: the text is no time. */
export function monthOf(iso: string): string | null {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return null
  return `${String(date.getFullYear()).padStart(4, '0')}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

/** The filter conditions for the documents of a group. */
export function groupRules({ path, kind, field }: GroupField, key: string | null): JsonObject[] {
  if (field.type === 'checkbox') return [{ [path]: { [key === 'true' ? 'equals' : 'not_equals']: 'true' } }]
  if (key === null) return [{ [path]: { exists: 'false' } }]
  if (kind !== 'month') return [{ [path]: { equals: key } }]
  const [year = 0, month = 1] = key.split('-').map(Number)
  return [
    { [path]: { greater_than_equal: new Date(year, month - 1, 1).toISOString() } },
    { [path]: { less_than: new Date(year, month, 1).toISOString() } },
  ]
}

/** A filter, in the admin's shape, limited to the documents of one group. */
export function whereOfGroup(where: JsonObject | null, rules: readonly JsonObject[]): JsonObject {
  const groups = where?.['or']
  if (!Array.isArray(groups) || groups.length === 0) return { or: [{ and: [...rules] }] }
  return {
    or: groups.map((group) => {
      const asked = isPlainJson(group) && Array.isArray(group['and']) ? group['and'] : []
      return { and: [...asked, ...rules] }
    }),
  }
}

/** Counts how often each key occurs. */
export function countKeys(keys: Iterable<string | null>): GroupCount[] {
  const counts = new Map<string | null, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].map(([key, count]) => ({ key, count }))
}

/** Adds up several counts. */
export function addCounts(...all: readonly (readonly GroupCount[])[]): GroupCount[] {
  const counts = new Map<string | null, number>()
  for (const { key, count } of all.flat()) counts.set(key, (counts.get(key) ?? 0) + count)
  return [...counts].map(([key, count]) => ({ key, count }))
}
