import { whereOf } from '../cms/where-of.ts'
import { isPlainJson, type Json, type JsonObject } from '../json.ts'

/** A filter with the site's base filter of the collection anded to it, in a form that a query can carry. */
export function narrowed(where: JsonObject | null, base: JsonObject | null): JsonObject | null {
  if (base === null) return where
  const inQuery = forQuery(base)
  const both = where === null ? inQuery : { and: [where, inQuery] }
  try {
    // Servers read a query to a depth of ten, and leave out in silence what is below.
    return whereOf(both)
  } catch {
    return both
  }
}

/** A query string loses null and empty lists, and with them the rule. */
function forQuery(where: JsonObject): JsonObject {
  const rules = Object.entries(where).map(([name, rule]): JsonObject => {
    if (Array.isArray(rule)) return { [name]: rule.filter(isPlainJson).map(forQuery) }
    if (!isPlainJson(rule)) return {}
    return { and: Object.entries(rule).map(([operator, operand]) => ruleForQuery(name, operator, operand)) }
  })
  return { and: rules }
}

function ruleForQuery(name: string, operator: string, operand: Json): JsonObject {
  if (operand === null && operator === 'equals') return { [name]: { exists: 'false' } }
  if (operand === null && operator === 'not_equals') return { [name]: { exists: 'true' } }
  if (!Array.isArray(operand) || (operator !== 'in' && operator !== 'not_in'))
    return { [name]: { [operator]: operand } }
  const values = operand.filter((value) => value !== null)
  const isNegated = operator === 'not_in'
  // Every document has an id.
  const among =
    values.length > 0
      ? { [name]: { [operator]: listed(values) } }
      : { id: { exists: isNegated ? 'true' : 'false' } }
  if (values.length === operand.length) return among
  const empty = { [name]: { exists: isNegated ? 'true' : 'false' } }
  return isNegated ? { and: [among, empty] } : { or: [among, empty] }
}

/** As one text where that tells the same: servers read at most 1,000 parameters of a query. */
function listed(values: Json[]): Json {
  const isPlain = values.every(
    (value) => typeof value === 'number' || (typeof value === 'string' && !/[,\s]|^$/.test(value)),
  )
  return values.length > 1 && isPlain ? values.map(String).join(',') : values
}
