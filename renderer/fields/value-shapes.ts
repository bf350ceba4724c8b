import type { Json } from '../../shared/json.ts'

export const isBoolean = (value: Json): value is boolean => typeof value === 'boolean'
export const isText = (value: Json): value is string => typeof value === 'string'

export function isStringList(value: Json): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

export function isNumberList(value: Json): value is number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number')
}
