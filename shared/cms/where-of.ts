import type { Json, JsonObject } from '../json.ts'
import { isPlainJson } from '../json.ts'

/** Most alternatives of a filter; people cannot make sense of more. */
const MOST = 200

/**
 * Converts queries of any nesting to the admin's filter (S3.39): a list of `or`, each a list of `and`.
 * Several queries must all hold. Null: no condition.
 * @throws if there are too many alternatives
 */
export function whereOf(...queries: (Json | undefined)[]): JsonObject | null {
  const alternatives = every(queries.map(alternativesOf)).filter((rules) => rules.length > 0)
  if (alternatives.length === 0) return null
  return { or: alternatives.map((rules) => ({ and: rules })) }
}

/**
 * A condition as a list of alternatives, each a list of rules that must all hold; one alternative without rules:
 * always true.
 */
type Alternatives = JsonObject[][]

const always: Alternatives = [[]]

function alternativesOf(query: Json | undefined): Alternatives {
  if (!isPlainJson(query)) return always
  return every(
    Object.entries(query).map(([name, rule]) => {
      const joined = name.toLowerCase()
      if ((joined === 'and' || joined === 'or') && Array.isArray(rule)) {
        const parts = rule.filter(isPlainJson).map(alternativesOf)
        // An empty list sets no condition, as on the server.
        if (parts.length === 0) return always
        return joined === 'and' ? every(parts) : checked(parts.flat())
      }
      return isPlainJson(rule) && Object.keys(rule).length > 0 ? [[{ [name]: rule }]] : always
    }),
  )
}

function every(parts: readonly Alternatives[]): Alternatives {
  return parts.reduce(
    (before, part) => checked(before.flatMap((rules) => part.map((more) => [...rules, ...more]))),
    always,
  )
}

function checked(alternatives: Alternatives): Alternatives {
  if (alternatives.length > MOST) throw new Error('the filter has too many alternatives')
  return alternatives
}
