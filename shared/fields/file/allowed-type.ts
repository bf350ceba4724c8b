import { fitsWhere } from '../../cms/where.ts'
import type { Json, JsonObject } from '../../json.ts'

/**
 * Whether a filter of documents can fit one whose file is of this type. Rules about anything but the type may fit: what
 * else the document will say is not known while the file is brought in.
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
