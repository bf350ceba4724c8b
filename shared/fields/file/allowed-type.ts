import { isPlainJson, type Json, type JsonObject } from '../../json.ts'

/**
 * Whether a filter of documents can fit one whose file is of this type. Rules about anything but the type may fit: what
 * else the document will say is not known while the file is brought in.
 */
export function mayFitType(where: JsonObject, mimeType: string): boolean {
  return Object.entries(where).every(([name, rule]) => {
    const joined = name.toLowerCase()
    if ((joined === 'and' || joined === 'or') && Array.isArray(rule)) {
      const parts = rule.filter(isPlainJson)
      // An empty list asks nothing, as on the server.
      if (parts.length === 0) return true
      const fits = (part: JsonObject): boolean => mayFitType(part, mimeType)
      return joined === 'and' ? parts.every(fits) : parts.some(fits)
    }
    if (name !== 'mimeType' || !isPlainJson(rule)) return true
    return Object.entries(rule).every(([operator, operand]) => holds(mimeType, operator, operand))
  })
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
