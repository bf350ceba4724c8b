import { isPlainObject } from '../json.ts'

/** The operators that a filter may use (S5.04). */
export const operators = [
  'equals',
  'contains',
  'not_equals',
  'in',
  'all',
  'not_in',
  'exists',
  'greater_than',
  'greater_than_equal',
  'less_than',
  'less_than_equal',
  'like',
  'not_like',
  'within',
  'intersects',
  'near',
] as const

const known: ReadonlySet<string> = new Set(operators)

/** Whether a filter has the admin's shape: a list of `or`, each a list of `and`, each a field with an operator. */
export function isWhere(value: unknown): boolean {
  if (!isPlainObject(value) || !Array.isArray(value['or']) || value['or'].length === 0) return false
  return value['or'].every((item: unknown) => {
    if (!isPlainObject(item) || !Array.isArray(item['and']) || item['and'].length === 0) return false
    return item['and'].every((entry: unknown) => {
      if (!isPlainObject(entry) || Object.keys(entry).length === 0) return false
      return Object.values(entry).every((rule) => {
        const operator = isPlainObject(rule) ? Object.keys(rule)[0] : undefined
        return operator !== undefined && known.has(operator)
      })
    })
  })
}

/** Whether a value can stand for a number in a filter (S5.05): ' 5 ' and '1e3' do, '' and 'abc' do not. */
export function isNumericText(value: unknown): boolean {
  if (value === null || value === undefined) return false
  if (typeof value === 'string' && value.trim() === '') return false
  return !Number.isNaN(Number(value))
}
