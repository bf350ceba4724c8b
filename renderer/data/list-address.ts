import { parse, stringify } from 'qs-esm'
import type { Collection } from '../../shared/cms/schema-model.ts'
import { readWhere } from '../../shared/cms/where.ts'
import type { ListQuery } from '../../shared/ipc.ts'
import { isJson, type JsonObject } from '../../shared/json.ts'
import { COLUMNS_ERROR, columnsText, readColumns } from '../../shared/lists/columns.ts'
import { MAX_LIMIT } from '../../shared/lists/list-preference.ts'
import { queryOf, type ListAddress, type ListState } from '../../shared/lists/list-state.ts'

const plainParts = ['page', 'limit', 'sort', 'search', 'groupBy', 'locale', 'view'] as const
type PlainPart = (typeof plainParts)[number]

/** What the web admin calls a part of the state in its addresses. */
const paramOf = (part: PlainPart): string => (part === 'view' ? 'preset' : part)

/** As deep and as long as the server reads a query (S9.06 has the parser's own limits, which are lower). */
const QUERY_LIMITS = { depth: 10, arrayLimit: 1000, parameterLimit: 1000 } as const

/** The state that an address says (S3.38, S3.39, S8.10). */
export function readAddress(params: URLSearchParams): ListAddress {
  const text = (part: PlainPart) => params.get(paramOf(part)) || null
  const where = readFilter(params)
  const named = params.get('columns')
  const columns = named === null ? null : readColumns(named, () => console.error(COLUMNS_ERROR))
  return {
    state: {
      page: positive(text('page')) ?? 1,
      limit: positive(text('limit'), MAX_LIMIT),
      sort: text('sort'),
      search: text('search')?.trim() ?? '',
      where: where ?? null,
      columns: columns ?? null,
      groupBy: text('groupBy'),
      locale: text('locale'),
      view: text('view'),
    },
    unreadable: { where: where === undefined, columns: columns === undefined },
  }
}

/** What begins a list at its first page (A.4). */
const narrowing = ['limit', 'sort', 'search', 'where', 'groupBy'] as const

/** The address with parts of the state changed; what it says besides stays. */
export function withState(params: URLSearchParams, changes: Partial<ListState>): URLSearchParams {
  const { where, columns, view } = changes
  const next = where === undefined ? new URLSearchParams(params) : withFilter(params, where)
  if (narrowing.some((name) => changes[name] !== undefined)) next.delete(paramOf('page'))
  for (const name of plainParts) {
    const value = changes[name]
    if (value === undefined) continue
    if (value === null || value === '' || (name === 'page' && value === 1)) next.delete(paramOf(name))
    else next.set(paramOf(name), String(value))
  }
  if (columns === null) next.delete('columns')
  else if (columns !== undefined) next.set('columns', columnsText(columns))
  // A view by its name alone is all of it; one of which something was taken away says so.
  const isCleared =
    view === undefined && next.has(paramOf('view')) && CHOICES.some((name) => changes[name] === null)
  if (isCleared && !saysChoice(next)) next.set('where', '')
  return next
}

/** Parts of a list that a view has. */
const CHOICES = ['where', 'columns', 'groupBy', 'sort'] as const

/** Whether an address says how the list is to be shown, otherwise than by the name of a view. */
export function saysChoice(params: URLSearchParams): boolean {
  const said = [...params.keys()].map((name) => name.replace(/\[.*/, ''))
  return [...CHOICES, 'search'].some((name) => said.includes(name))
}

const isFilterParam = (name: string): boolean => name === 'where' || name.startsWith('where[')

/** The filter of an address in the web admin's own form (S3.39); undefined: nobody can tell what it asks. */
function readFilter(params: URLSearchParams): JsonObject | null | undefined {
  const given = [...params].filter(
    ([name, value]) => isFilterParam(name) && (name !== 'where' || value !== ''),
  )
  if (given.length === 0) return null
  // What is beyond would be left out of it, here and on the server.
  if (given.length > QUERY_LIMITS.parameterLimit) return undefined
  try {
    const { where } = parse(new URLSearchParams(given).toString(), QUERY_LIMITS)
    return isJson(where) ? readWhere(where) : undefined
  } catch {
    return undefined
  }
}

/** The parameters with another filter; the others stay in their order, and it stands behind them. */
function withFilter(params: URLSearchParams, where: JsonObject | null): URLSearchParams {
  const others = [...params].filter(([name]) => !isFilterParam(name))
  return new URLSearchParams([...others, ...new URLSearchParams(stringify({ where }, { skipNulls: true }))])
}

/** A whole number from 1 to `max`, or null. */
export function positive(text: string | null, max = Number.MAX_SAFE_INTEGER): number | null {
  if (text === null || !/^\d{1,9}$/.test(text)) return null
  const value = Number(text)
  return value >= 1 && value <= max ? value : null
}

/** The smallest question that tells how many documents a list has; `params`: of its address, all of them by default. */
export function countQuery(
  collection: Collection,
  locale: string | null,
  params: URLSearchParams = new URLSearchParams(),
): ListQuery {
  return { ...queryOf(collection, readAddress(params).state, locale), limit: 1, isCount: true }
}
