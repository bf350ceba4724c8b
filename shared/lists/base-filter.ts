import { whereOf } from '../cms/where-of.ts'
import { isPlainJson, type Json, type JsonObject } from '../json.ts'

/**
 * A filter combined with the site's base filter of the collection, in a form that a query string can carry.
 */
export function narrowed(where: JsonObject | null, base: JsonObject | null): JsonObject | null {
  if (base === null) return where
  const inQuery = forQuery(base)
  const both = where === null ? inQuery : { and: [where, inQuery] }
  try {
    // Servers read a query to a depth of ten, and silently ignore the rest.
    return whereOf(both)
  } catch {
    return both
  }
}

/** Matches a time in JSON. A filter relative to now has another time whenever it is built. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/

/** Removes the times from a filter, so that filters which differ only by times are equal. */
export function withoutTimes(value: Json): Json {
  if (typeof value === 'string') return TIME.test(value) ? '' : value
  if (Array.isArray(value)) return value.map(withoutTimes)
  if (!isPlainJson(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutTimes(item)]))
}

/** Fits no document: every one has an id. */
const NOTHING: JsonObject = { id: { exists: 'false' } }

/** Rewrites what a query string would lose: null, empty lists and empty objects. */
function forQuery(where: JsonObject): JsonObject {
  const rules = Object.entries(where).map(([name, rule]): JsonObject => {
    const joined = name.toLowerCase()
    if (joined === 'and' || joined === 'or') {
      if (!Array.isArray(rule)) return NOTHING
      // Servers ignore an empty part.
      const parts = rule.filter(isPlainJson).filter((part) => !isEmpty(part))
      return { [joined]: parts.map(forQuery) }
    }
    if (!isPlainJson(rule) || Object.keys(rule).length === 0) return NOTHING
    return { and: Object.entries(rule).map(([operator, operand]) => ruleForQuery(name, operator, operand)) }
  })
  return { and: rules }
}

/** True for a filter without a rule, such as `{ and: [] }`. */
function isEmpty(where: JsonObject): boolean {
  return Object.entries(where).every(
    ([name, rule]) =>
      /^(and|or)$/i.test(name) && Array.isArray(rule) && rule.filter(isPlainJson).every(isEmpty),
  )
}

function ruleForQuery(name: string, operator: string, operand: Json): JsonObject {
  if (operand === null && operator === 'equals') return { [name]: { exists: 'false' } }
  if (operand === null && operator === 'not_equals') return { [name]: { exists: 'true' } }
  if (!Array.isArray(operand) || (operator !== 'in' && operator !== 'not_in'))
    return isLost(operand) ? NOTHING : { [name]: { [operator]: operand } }
  const values = operand.filter((value) => value !== null)
  const isNegated = operator === 'not_in'
  const among =
    values.length > 0
      ? { [name]: { [operator]: listed(values) } }
      : isNegated
        ? { id: { exists: 'true' } }
        : NOTHING
  if (values.length === operand.length) return among
  const empty = { [name]: { exists: isNegated ? 'true' : 'false' } }
  return isNegated ? { and: [among, empty] } : { or: [among, empty] }
}

/** True if a query string would lose the value or a part of it. */
function isLost(value: Json): boolean {
  if (value === null) return true
  if (typeof value !== 'object') return false
  const items = Object.values(value)
  return items.length === 0 || items.some(isLost)
}

/** Joins values to one text where that means the same: servers read at most 1,000 parameters of a query. */
function listed(values: Json[]): Json {
  const isPlain = values.every(
    (value) => typeof value === 'number' || (typeof value === 'string' && !/[,\s]|^$/.test(value)),
  )
  return values.length > 1 && isPlain ? values.map(String).join(',') : values
}
