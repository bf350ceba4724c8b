import { isPlainJson, isPlainObject } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { whereOf } from './where-of.ts'

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
export type Operator = (typeof operators)[number]

/**
 * Ids for `in` and `not_in`, joined to one text if that means the same: Payload reads at most 1,000 parameters of a
 * query, and silently ignores the others.
 */
export function idList(ids: readonly string[]): Json {
  return ids.length > 1 && ids.every((id) => !id.includes(',')) ? ids.join(',') : [...ids]
}

const known: ReadonlySet<string> = new Set(operators)

/** True if a filter has the admin's shape: a list of `or`, each a list of `and`, each a field with an operator. */
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

/**
 * Converts a filter in any of the server's shapes to the admin's, with all its rules; null: no condition
 * (S5.01: also without alternatives).
 * @throws if it is no filter, or has too many alternatives
 */
export function readWhere(value: Json): JsonObject | null {
  if (!isPlainJson(value)) throw new Error('a filter is an object')
  if (isWhere(value)) return value
  checkRules(value)
  return whereOf(value)
}

function checkRules(where: JsonObject): void {
  for (const [name, rule] of Object.entries(where)) {
    if (name.toLowerCase() === 'and' || name.toLowerCase() === 'or') {
      if (!Array.isArray(rule)) throw new Error(`${name} is no list`)
      for (const part of rule) {
        if (!isPlainJson(part)) throw new Error(`${name} has what is no filter`)
        checkRules(part)
      }
    } else {
      const asked = isPlainJson(rule) ? Object.keys(rule) : []
      if (asked.length === 0 || !asked.every((operator) => known.has(operator)))
        throw new Error(`${name} is asked for what nobody can answer`)
    }
  }
}

/**
 * True if a filter is met; `fits` judges the rule of one path. Groups without a rule are left out, as on the
 * server, and a filter without a rule is met.
 */
export function fitsWhere(where: JsonObject, fits: (path: string, rule: JsonObject) => boolean): boolean {
  return answerTo(where, fits) ?? true
}

type Fits = Parameters<typeof fitsWhere>[1]

/** Null: the filter sets no condition. */
function answerTo(where: JsonObject, fits: Fits): boolean | null {
  let answer: boolean | null = null
  for (const [name, rule] of Object.entries(where)) {
    const joined = name.toLowerCase()
    const isGroup = (joined === 'and' || joined === 'or') && Array.isArray(rule)
    const one = isGroup
      ? answerOfGroup(rule, joined === 'and', fits)
      : isPlainJson(rule)
        ? fits(name, rule)
        : null
    if (one === false) return false
    answer ??= one
  }
  return answer
}

function answerOfGroup(parts: readonly Json[], isAnd: boolean, fits: Fits): boolean | null {
  let answer: boolean | null = null
  for (const part of parts) {
    const one = isPlainJson(part) ? answerTo(part, fits) : null
    // In `and` the first false part decides, in `or` the first true one.
    if (one !== null && one !== isAnd) return one
    answer ??= one
  }
  return answer
}

/** The rules of a filter, each with its path. */
export function rulesIn(where: JsonObject): [path: string, rule: Json][] {
  return Object.entries(where).flatMap(([name, rule]): [string, Json][] =>
    Array.isArray(rule) ? rule.filter(isPlainJson).flatMap(rulesIn) : [[name, rule]],
  )
}

/** True if a value can be read as a number in a filter (S5.05): ' 5 ' and '1e3' can, '' and 'abc' cannot. */
export function isNumericText(value: unknown): boolean {
  if (value === null || value === undefined) return false
  if (typeof value === 'string' && value.trim() === '') return false
  return !Number.isNaN(Number(value))
}
