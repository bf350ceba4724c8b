import { fitsWhere } from '../../cms/where.ts'
import type { Json, JsonObject } from '../../json.ts'

/**
 * True if a document with a file of this type can match the filter. Rules about other fields count as met, since
 * their values are not known during the upload.
 */
export function mayFitType(where: JsonObject, mimeType: string): boolean {
  return fitsWhere(
    where,
    (path, rule) =>
      path !== 'mimeType' ||
      Object.entries(rule).every(([operator, operand]) => holds(mimeType, operator, operand)),
  )
}

function holds(mimeType: string, operator: string, operand: Json): boolean {
  const type = mimeType.toLowerCase()
  const text = asText(operand)
  const texts = Array.isArray(operand) ? operand.map(asText) : text.split(',')
  switch (operator) {
    case 'equals':
      return type === text
    case 'not_equals':
      return type !== text
    case 'in':
      return texts.includes(type)
    case 'not_in':
      return !texts.includes(type)
    case 'contains':
      return type.includes(text)
    case 'like':
      return text.split(' ').every((word) => type.includes(word))
    case 'not_like':
      return !type.includes(text)
    default:
      return true
  }
}

function asText(value: Json): string {
  return typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value)
}
