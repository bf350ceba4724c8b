import type { Json } from '../../shared/json.ts'

/** All of a value about which the schema says nothing. */
export function wholeValue(value: Json): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
