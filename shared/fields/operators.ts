import type { Operator } from '../cms/where.ts'

/** The kind of value that a filter compares with; it decides the input. */
export type FilterValue = 'text' | 'number' | 'date' | 'tick' | 'choice' | 'document'

/** The operators of filters by field type (A.4), as in the web admin. */
const equality = ['equals', 'not_equals'] as const satisfies Operator[]

export const choiceOperators = [...equality, 'in', 'not_in', 'exists'] as const satisfies Operator[]
export const emailOperators = [...choiceOperators, 'contains'] as const satisfies Operator[]
export const textOperators = [
  ...choiceOperators,
  'like',
  'not_like',
  'contains',
] as const satisfies Operator[]
export const orderOperators = [
  ...choiceOperators,
  'greater_than',
  'less_than',
  'less_than_equal',
  'greater_than_equal',
] as const satisfies Operator[]
export const tickOperators = [...equality, 'exists'] as const satisfies Operator[]
/** A relation to several collections: `in` would look at the id only. */
export const polymorphicOperators = tickOperators
export const placeOperators = [
  ...equality,
  'near',
  'exists',
  'within',
  'intersects',
] as const satisfies Operator[]
export const presenceOperators = ['exists'] as const satisfies Operator[]
