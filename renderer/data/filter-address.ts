import { parse, stringify } from 'qs-esm'
import { readWhere } from '../../shared/cms/where.ts'
import { isJson } from '../../shared/json.ts'
import type { JsonObject } from '../../shared/json.ts'

/** The filter of an address; unreadable: it has one, and nobody can tell what it asks. */
export type AddressFilter = { where: JsonObject | null; unreadable: boolean }

const NO_FILTER: AddressFilter = { where: null, unreadable: false }

/** As deep and as long as the server reads a query (S9.06 has the parser's own limits, which are lower). */
const LIMITS = { depth: 10, arrayLimit: 1000, parameterLimit: 1000 } as const

const isFilterParam = (name: string): boolean => name === 'where' || name.startsWith('where[')

/** The filter in the parameters of an address, in the web admin's own form (S3.39). */
export function filterIn(params: URLSearchParams): AddressFilter {
  const given = [...params].filter(
    ([name, value]) => isFilterParam(name) && (name !== 'where' || value !== ''),
  )
  if (given.length === 0) return NO_FILTER
  // What is beyond would be left out of it, here and on the server.
  if (given.length > LIMITS.parameterLimit) return { where: null, unreadable: true }
  try {
    const { where } = parse(new URLSearchParams(given).toString(), LIMITS)
    if (!isJson(where)) return { where: null, unreadable: true }
    return { where: readWhere(where), unreadable: false }
  } catch {
    return { where: null, unreadable: true }
  }
}

/** The parameters with another filter; the others stay in their order, and it stands behind them. */
export function withFilter(params: URLSearchParams, where: JsonObject | null): URLSearchParams {
  const others = [...params].filter(([name]) => !isFilterParam(name))
  return new URLSearchParams([...others, ...new URLSearchParams(stringify({ where }, { skipNulls: true }))])
}
