import { fitsWhere, rulesIn, type Operator } from '../../../shared/cms/where.ts'
import type { DataNode } from '../../../shared/cms/fields.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { isPlainJson } from '../../../shared/json.ts'
import { isLike } from './like.ts'
import { NOTHING, type Found } from './list-values.ts'

/**
 * Filters and searches local rows as the server's SQLite does; `foundAt` returns a row's values. Of a field
 * with many values one match is enough, for each rule on its own (but see matchesByRow). A field without a
 * value matches only `equals null`, `in` with null, `not_equals`, `exists: false` and, for relations, `not_in`.
 *
 * Differences from the server (docs/store.md, tests/integration/sync-list-parity.test.ts):
 * - Case is ignored for all letters, as in other databases; SQLite ignores it for A to Z only.
 * - All operators on one field must match; the server may evaluate only one of them.
 * - In a list of values, `false` stands for an unticked checkbox; the server takes any text there for
 *   ticked.
 * - Some filters that the server cannot answer are answered: many options of a localized field, and if a
 *   list of rows or a relation to several collections has a value. Negations of parts of such a relation
 *   match nothing on the server.
 * - Lists offer no order by a field with many values, by a relation to several collections or by a place:
 *   the server orders those by its tables.
 */
export function matchesWhere(where: JsonObject, foundAt: (path: string) => Found): boolean {
  return fitsWhere(where, (path, rule) => {
    const found = foundAt(path)
    return Object.entries(rule).every(([operator, operand]) => matches(found, operator, operand))
  })
}

/**
 * Matches a filter row by row: rules about one list must match in the same row, and rules about a hasMany field in
 * one of its values, as the server joins each list once.
 */
export function matchesByRow(where: JsonObject, foundAt: (path: string) => Found): boolean {
  const rows = rulesIn(where).flatMap(([path]) => foundAt(path).rows ?? [])
  const shared = rows.find(({ list }, at) => rows.findIndex((other) => other.list === list) < at)
  if (shared === undefined) return matchesWhere(where, foundAt)
  const inRow = (found: Found, at: number): Found => {
    if (found.rows?.list !== shared.list) return found
    return found.rows.found[at] ?? { ...NOTHING, node: found.node }
  }
  const places = Math.max(1, shared.found.length)
  return Array.from({ length: places }, (_, at) => at).some((at) =>
    matchesByRow(where, (path) => inRow(foundAt(path), at)),
  )
}

/** The paths that a filter asks about. */
export const pathsIn = (where: JsonObject): string[] => [...new Set(rulesIn(where).map(([path]) => path))]

/** The operators that are evaluated here; geographic ones are not. */
const compared = [
  'equals',
  'not_equals',
  'in',
  'not_in',
  'all',
  'exists',
  'like',
  'not_like',
  'contains',
  'greater_than',
  'greater_than_equal',
  'less_than',
  'less_than_equal',
] as const satisfies Operator[]

/** True if this operator is evaluated here. */
export function isCompared(operator: string): operator is (typeof compared)[number] {
  return (compared as readonly string[]).includes(operator)
}

/** True if a value contains every word: the list's search in one field. */
export function hasWords(found: Found, search: string): boolean {
  return matches(found, 'like', search)
}

/** The texts that are searched for words; null: the value itself is compared. */
export function searchedTexts({ values, node }: Found): string[] | null {
  if (isRelation(node) || node?.type === 'number') return null
  return values.flatMap((value) => {
    const text = normalise(node, value)
    return text === null ? [] : [asText(text)]
  })
}

function matches(found: Found, operator: string, operand: Json): boolean {
  // An operator that is not evaluated here matches, so that documents are shown rather than hidden.
  if (!isCompared(operator)) return true
  const { values, node, isMissingInRow } = found
  const filled = values.map((value) => normalise(node, value)).filter((value) => value !== null)
  const wanted = Array.isArray(operand) ? operand : normalise(node, operand)
  const list = (): Json[] => {
    const items = Array.isArray(operand)
      ? operand
      : typeof operand === 'string'
        ? operand.split(',')
        : [operand]
    return items.map((item) => normalise(node, item))
  }
  const isAmong = (value: Json): boolean => list().some((item) => same(value, item))
  const isMissing = filled.length === 0 || isMissingInRow
  if (isMeantByTempId(found, operand)) {
    if (operator === 'equals' || operator === 'in') return true
    if (operator === 'not_equals' || operator === 'not_in') return false
  }
  const isAt = (test: (order: number) => boolean): boolean =>
    wanted !== null && filled.some((value) => test(compareValues(value, wanted)))

  switch (operator) {
    case 'equals':
      return wanted === null ? isMissing : filled.some(isAmongOf(wanted))
    case 'not_equals':
      if (wanted === null) return filled.length > 0
      return isMissing || filled.some((value) => !isAmongOf(wanted)(value))
    case 'in':
      return (filled.length === 0 && list().includes(null)) || filled.some(isAmong)
    case 'not_in':
      return filled.length === 0 ? isRelation(node) : filled.some((value) => !isAmong(value))
    case 'all':
      return list().every((item) => filled.some((value) => same(value, item)))
    case 'exists':
      return operand === true || operand === 'true' ? filled.length > 0 : isMissing
    case 'like':
      if (isRelation(node) || node?.type === 'number') return filled.some(isAmongOf(wanted))
      return filled.some((value) => words(operand).every((word) => like(value, `%${word}%`)))
    case 'contains':
      if (isRelation(node) || isManyOptions(node)) return filled.some(isAmong)
      return filled.some((value) => like(value, `%${asText(operand)}%`))
    case 'not_like':
      return filled.some((value) => !like(value, asText(operand)))
    case 'greater_than':
      return isAt((order) => order > 0)
    case 'greater_than_equal':
      return isAt((order) => order >= 0)
    case 'less_than':
      return isAt((order) => order < 0)
    case 'less_than_equal':
      return isAt((order) => order <= 0)
  }
}

/** True if the filter asks for the temporary id of a document, alone or in a list. */
function isMeantByTempId({ tempId }: Found, operand: Json): boolean {
  if (tempId === undefined) return false
  return Array.isArray(operand) ? operand.includes(tempId) : asText(operand).split(',').includes(tempId)
}

function isAmongOf(wanted: Json): (value: Json) => boolean {
  const items = Array.isArray(wanted) ? wanted : [wanted]
  return (value) => items.some((item) => same(value, item))
}

function isRelation(node: DataNode | null): boolean {
  return node?.type === 'relationship' || node?.type === 'upload'
}

function isManyOptions(node: DataNode | null): boolean {
  return node?.type === 'select' && node.hasMany
}

/** A value as the database column of its field holds it: filters come as text from an address. */
function normalise(node: DataNode | null, value: Json): Json {
  if (value === null || !node) return value
  if (node.type === 'checkbox' && typeof value === 'string') return value.toLowerCase() === 'true'
  if (node.type === 'number' && typeof value === 'string')
    return Number.isNaN(Number(value)) ? null : Number(value)
  if (node.type === 'date') {
    const time = typeof value === 'string' || typeof value === 'number' ? new Date(value) : null
    return time === null || Number.isNaN(time.getTime()) ? null : time.toISOString()
  }
  return isRelation(node) && value === 'null' ? null : value
}

/** True if ids are the same, as numbers or as text: `5` and `'5'`. Relations are compared by id. */
function same(a: Json, b: Json): boolean {
  if (isScalar(a) && isScalar(b)) return asText(a) === asText(b)
  if (isPlainJson(a) && isPlainJson(b))
    return same(idOf(a), idOf(b)) && (a['relationTo'] ?? null) === (b['relationTo'] ?? null)
  return isPlainJson(a) && isScalar(b) && same(idOf(a), b)
}

function idOf(relation: JsonObject): Json {
  return relation['value'] ?? relation['id'] ?? null
}

function isScalar(value: Json): value is string | number | boolean {
  return value !== null && typeof value !== 'object'
}

function asText(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function words(operand: Json): string[] {
  return asText(operand).trim().split(' ')
}

function like(value: Json, pattern: string): boolean {
  return isLike(asText(value), pattern)
}

/** Compares in the order of SQLite: null, numbers, then text by code points. Negative: a comes first. */
export function compareValues(a: Json, b: Json): number {
  const rank = classOf(a) - classOf(b)
  if (rank !== 0 || a === null || b === null) return rank
  if (classOf(a) === 1) return Number(a) - Number(b)
  return compareText(asText(a), asText(b))
}

function classOf(value: Json): number {
  if (value === null) return 0
  return typeof value === 'number' || typeof value === 'boolean' ? 1 : 2
}

/** Compares by code points; UTF-16 order differs from that above U+FFFF only. */
function compareText(a: string, b: string): number {
  if (a === b) return 0
  for (let index = 0; index < a.length && index < b.length;) {
    const left = a.codePointAt(index) ?? 0
    const right = b.codePointAt(index) ?? 0
    if (left !== right) return left - right
    index += left > 0xffff ? 2 : 1
  }
  return a.length - b.length
}
