import type { Json } from '../../shared/json.ts'

export function isStringList(value: Json): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
