import { parse, stringify } from 'qs-esm'
import type { Collection } from '../../shared/cms/schema-model.ts'
import { readWhere } from '../../shared/cms/where.ts'
import type { ListQuery } from '../../shared/ipc.ts'
import { isJson, type JsonObject } from '../../shared/json.ts'
import { COLUMNS_ERROR, columnsText, readColumns } from '../../shared/lists/columns.ts'
import { MAX_LIMIT } from '../../shared/lists/list-preference.ts'
import { queryOf, type ListAddress, type ListState } from '../../shared/lists/list-state.ts'
import { adminRoutes } from '../../shared/cms/routes.ts'
import { countRules } from '../../shared/lists/filter-form.ts'
import type { NamedView } from '../../shared/lists/list-view.ts'

const plainParts = ['page', 'limit', 'sort', 'search', 'groupBy', 'locale', 'view'] as const
type PlainPart = (typeof plainParts)[number]

/** Returns the web admin's parameter for a part of the state. */
const paramOf = (part: PlainPart): string => (part === 'view' ? 'preset' : part)

/** The depth and length to which the server reads a query (S9.06 has the parser's own lower limits). */
const QUERY_LIMITS = { depth: 10, arrayLimit: 1000, parameterLimit: 1000 } as const

/** Reads the list state from an address (S3.38, S3.39, S8.10). */
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

/** Parts whose change goes back to the first page (A.4). */
const narrowing = ['limit', 'sort', 'search', 'where', 'groupBy'] as const

/** Returns the parameters with parts of the state changed. The others stay, but narrowing drops the page. */
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
  // A view's name alone means the whole view, so removing a part of it needs an explicit parameter.
  const isCleared =
    view === undefined && next.has(paramOf('view')) && CHOICES.some((name) => changes[name] === null)
  if (isCleared && !saysChoice(next)) next.set('where', '')
  return next
}

/** Parts of the list state that a view stores. */
const CHOICES = ['where', 'columns', 'groupBy', 'sort'] as const

/** True if the address itself says how to show the list, beyond the name of a view. */
export function saysChoice(params: URLSearchParams): boolean {
  const said = [...params.keys()].map((name) => name.replace(/\[.*/, ''))
  return [...CHOICES, 'search'].some((name) => said.includes(name))
}

const isFilterParam = (name: string): boolean => name === 'where' || name.startsWith('where[')

/**
 * Reads the filter from an address in the web admin's own form (S3.39); null: none, undefined: unreadable.
 */
function readFilter(params: URLSearchParams): JsonObject | null | undefined {
  const given = [...params].filter(
    ([name, value]) => isFilterParam(name) && (name !== 'where' || value !== ''),
  )
  if (given.length === 0) return null
  // Parameters over the limit would be dropped, here and on the server.
  if (given.length > QUERY_LIMITS.parameterLimit) return undefined
  try {
    const { where } = parse(new URLSearchParams(given).toString(), QUERY_LIMITS)
    return isJson(where) ? readWhere(where) : undefined
  } catch {
    return undefined
  }
}

/** Returns the parameters with another filter at their end; the others keep their order. */
function withFilter(params: URLSearchParams, where: JsonObject | null): URLSearchParams {
  const others = [...params].filter(([name]) => !isFilterParam(name))
  return new URLSearchParams([...others, ...new URLSearchParams(stringify({ where }, { skipNulls: true }))])
}

/** Returns a whole number from 1 to `max`, or null. */
export function positive(text: string | null, max = Number.MAX_SAFE_INTEGER): number | null {
  if (text === null || !/^\d{1,9}$/.test(text)) return null
  const value = Number(text)
  return value >= 1 && value <= max ? value : null
}

/** Returns the smallest query that counts a list; `params`: of its address, by default without a filter. */
export function countQuery(
  collection: Collection,
  locale: string | null,
  params: URLSearchParams = new URLSearchParams(),
): ListQuery {
  return { ...queryOf(collection, readAddress(params).state, locale), limit: 1, isCount: true }
}

const IS_DRAFT = { or: [{ and: [{ _status: { equals: 'draft' } }] }] }

/** Returns the parameters of a list of drafts, with documents that changed since they were published. */
export const draftsParams = (): URLSearchParams => withState(new URLSearchParams(), { where: IS_DRAFT })

/** Returns the address of a collection's list of drafts. */
export const draftsAddress = (slug: string): string =>
  `${adminRoutes.list(slug)}?${draftsParams().toString()}`

/** Returns the one of these views that an address names, or null. */
export function viewIn<View extends NamedView>(params: URLSearchParams, views: readonly View[]): View | null {
  return views.find(({ id }) => id === viewNamed(params)) ?? null
}

/** Returns the id of the view that an address names, or null. */
export const viewNamed = (params: URLSearchParams): string | null => readAddress(params).state.view

/**
 * Returns the parameters of a view's first page; null: without a view. The locale stays.
 */
export function withView(params: URLSearchParams, kept: NamedView | null): URLSearchParams {
  const { where = null, columns = null, groupBy = null, sort = null } = kept?.view ?? {}
  return withState(params, { where, columns, groupBy, sort, search: '', view: kept?.id ?? null })
}

/**
 * Returns the complete parameters of a view if the address has only its name, as a link of the web admin may;
 * null if the address says more, or is complete.
 */
export function spelledOut(params: URLSearchParams, view: NamedView): URLSearchParams | null {
  if (saysChoice(params)) return null
  const whole = withView(params, view)
  return whole.toString() === params.toString() ? null : whole
}

/**
 * Returns a list with the view, its filter as an address gives it back; an empty list if an address cannot
 * hold all of the filter.
 */
export function asAddressed<View extends NamedView>(kept: View): View[] {
  const { where } = readAddress(withState(new URLSearchParams(), { where: kept.view.where })).state
  const isWhole = countRules(where) === countRules(kept.view.where)
  return isWhole ? [{ ...kept, view: { ...kept.view, where } }] : []
}
