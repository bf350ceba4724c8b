import { dataField } from '../../../shared/cms/fields.ts'
import { searchedFields } from '../../../shared/cms/list-fields.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { Operator } from '../../../shared/cms/where.ts'
import { isPlainJson, type Json } from '../../../shared/json.ts'
import type { FilterField } from '../../../shared/lists/filter-fields.ts'
import type { UseT } from '../../i18n/use-t.ts'
import { joinedLabels } from '../document-columns/column-labels.ts'

/** Payload's texts of the available operators. */
const OPERATORS: Readonly<Partial<Record<Operator, string>>> = {
  equals: 'operators:equals',
  not_equals: 'operators:isNotEqualTo',
  in: 'operators:isIn',
  not_in: 'operators:isNotIn',
  exists: 'operators:exists',
  greater_than: 'operators:isGreaterThan',
  greater_than_equal: 'operators:isGreaterThanOrEqualTo',
  less_than: 'operators:isLessThan',
  less_than_equal: 'operators:isLessThanOrEqualTo',
  like: 'operators:isLike',
  not_like: 'operators:isNotLike',
  contains: 'operators:contains',
}

export function operatorLabel(operator: Operator, { t }: UseT): string {
  const key = OPERATORS[operator]
  return key === undefined ? operator : t(key)
}

/**
 * Texts of Payload's own fields, whose labels are in the site's language, and of the rules that only Galley has.
 */
const OWN: Readonly<Record<string, string>> = {
  _status: 'version:status',
  createdAt: 'general:createdAt',
  updatedAt: 'general:updatedAt',
  deletedAt: 'general:deletedAt',
  '@unsent': 'galley:filters.unsent',
  '@conflict': 'galley:filters.conflict',
}

/**
 * Returns the web admin's label of a field; for Payload's own fields and Galley's rules, a text in the UI language.
 */
export function filterFieldLabel({ path, around, field }: FilterField, words: UseT): string {
  const own = OWN[path]
  if (own !== undefined) return words.t(own)
  return joinedLabels([...around, field.label], words) || path
}

/** Returns a rule that no line can show as text, as in the address: `layout.heading like ferry`. */
export function keptText(value: Json): string {
  if (Array.isArray(value)) return value.map(keptText).join(', ')
  if (!isPlainJson(value)) return String(value)
  return Object.entries(value)
    .map(([name, inner]) => `${name} ${keptText(inner)}`)
    .join(', ')
}

/** Returns the labels of the fields that a search looks in. */
export function searchedLabels(collection: Collection, { label }: UseT): string[] {
  return searchedFields(collection).map(
    (name) => label(dataField(collection.fields, name)?.label ?? null) || (name === 'id' ? 'ID' : name),
  )
}

/** Returns `Search by Title`, or `Search by Title, Slug Or Excerpt` if the site names fields. */
export function searchLabel(collection: Collection, words: UseT): string {
  const { t } = words
  const [first = 'ID', ...rest] = searchedLabels(collection, words)
  const last = rest.pop()
  const start = [t('general:searchBy', { label: first }), ...rest].join(', ')
  return last === undefined ? start : `${start} ${t('general:or')} ${last}`
}
