import type { ListQuery } from '../../shared/ipc.ts'
import { COLUMNS_ERROR, columnsText, readColumns, type ColumnChoice } from '../../shared/lists/columns.ts'
import { longFields } from '../../shared/cms/list-fields.ts'
import { ORDER_FIELD } from '../../shared/cms/order-fields.ts'
import type { Collection } from '../../shared/cms/schema-model.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { SortDirection } from '../ui/table/column-head.tsx'
import { filterIn, withFilter } from './filter-address.ts'

/** Choices where the site gives none (S2.45). */
export const LIMITS = [5, 10, 25, 50, 100] as const
const MAX_LIMIT = 500

/** What was chosen for a list. */
export type KeptList = { limit: number | null; columns: readonly ColumnChoice[] | null }
const NOTHING_KEPT: KeptList = { limit: null, columns: null }

/** The choices of a list's Per Page. */
export function limitChoices(limits: readonly number[]): number[] {
  const usable = limits.filter((limit) => Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT)
  return usable.length > 0 ? usable : [...LIMITS]
}

/**
 * `page`, `limit`, `sort`, `search` and `where` of the address; whatever cannot be read counts as not given (of `where`
 * filterIn tells). `kept`: rows per page and columns as they were last chosen.
 */
export function listQuery(
  collection: Collection,
  params: URLSearchParams,
  locale: string | null,
  kept: KeptList = NOTHING_KEPT,
): ListQuery {
  const columns = shownFields(collection, kept.columns ?? [])
  return {
    slug: collection.slug,
    page: positive(params.get('page'), Number.MAX_SAFE_INTEGER) ?? 1,
    limit:
      [params.get('limit'), kept.limit, collection.defaultLimit]
        .map((limit) => positive(limit === null ? null : String(limit), MAX_LIMIT))
        .find((limit) => limit !== null) ?? 10,
    sort: params.get('sort') || defaultSort(collection),
    search: params.get('search')?.trim() ?? '',
    where: filterIn(params).where,
    locale,
    ...(columns.length > 0 && { columns }),
  }
}

/** The smallest question that tells how many documents a list has; `params`: of its address, all of them by default. */
export function countQuery(
  collection: Collection,
  locale: string | null,
  params: URLSearchParams = new URLSearchParams(),
): ListQuery {
  return { ...listQuery(collection, params, locale), limit: 1, isCount: true }
}

/**
 * The long fields that columns are of, in the same order for each choice: what a list has anyway is the same question
 * with the column and without it.
 */
function shownFields(collection: Collection, columns: readonly ColumnChoice[]): string[] {
  const shown = columns.filter(({ active }) => active).map(({ accessor }) => accessor)
  return longFields(collection, shown).toSorted()
}

function defaultSort(collection: Collection): string {
  return (
    collection.defaultSort ??
    (collection.orderable ? ORDER_FIELD : null) ??
    (collection.timestamps ? '-updatedAt' : '-id')
  )
}

/** A whole number from 1 to `max`, or null. */
export function positive(text: string | null, max: number): number | null {
  if (text === null || !/^\d{1,9}$/.test(text)) return null
  const value = Number(text)
  return value >= 1 && value <= max ? value : null
}

/** The address with these parameters changed; null removes one. What changes what is listed begins at page 1 (A.4). */
export function withParams(
  params: URLSearchParams,
  changes: {
    page?: number
    limit?: number
    sort?: string
    search?: string | null
    where?: JsonObject | null
  },
): URLSearchParams {
  const { where, ...plain } = changes
  const next = where === undefined ? new URLSearchParams(params) : withFilter(params, where)
  if (changes.page === undefined) next.delete('page')
  for (const [name, value] of Object.entries(plain)) {
    if (value === null || value === '' || (name === 'page' && value === 1)) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/**
 * The columns that the address names, else those that were chosen (S3.38). Of an address that nobody can read they are
 * the site's own: null (S8.10).
 */
export function columnsOf<Chosen>(params: URLSearchParams, chosen: Chosen): ColumnChoice[] | null | Chosen {
  const named = params.get('columns')
  return named === null ? chosen : (readColumns(named, () => console.error(COLUMNS_ERROR)) ?? null)
}

/** An address that names columns, with the ones that were chosen now. */
export function withColumns(params: URLSearchParams, columns: ColumnChoice[] | null): URLSearchParams {
  const next = new URLSearchParams(params)
  if (columns === null) next.delete('columns')
  else next.set('columns', columnsText(columns))
  return next
}

/** The address with the list in groups by a field, as the web admin has it (`groupBy`); null: in none. */
export function withGroup(params: URLSearchParams, path: string | null): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('page')
  if (path === null) next.delete('groupBy')
  else next.set('groupBy', path)
  return next
}

/** How a list is sorted by a column, null where it is sorted by another. */
export function sortDirection(sort: string, path: string): SortDirection | null {
  if (sort === path) return 'ascending'
  return sort === `-${path}` ? 'descending' : null
}

/** What a press on a column's head sorts by: descending first for dates, ascending first for the rest. */
export function nextSort(sort: string, path: string, dates: boolean): string {
  const now = sortDirection(sort, path)
  if (now === null) return dates ? `-${path}` : path
  return now === 'ascending' ? `-${path}` : path
}
