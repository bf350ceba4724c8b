import { longFields } from '../cms/list-fields.ts'
import { ORDER_FIELD } from '../cms/order-fields.ts'
import type { Collection } from '../cms/schema-model.ts'
import type { ListQuery } from '../ipc.ts'
import { isLimit, MAX_LIMIT, type ListPreference } from './list-preference.ts'
import type { ListView } from './list-view.ts'
import { withMoments } from './relative-date.ts'

/**
 * The state of a list's screen. Null: not set, so the user's preference decides, then the collection. It is converted
 * to an address, a preference and a query.
 */
export type ListState = ListView & {
  /** Page number, from 1. */
  page: number
  /** Rows per page. */
  limit: number | null
  search: string
  /** Code of the content locale. */
  locale: string | null
  /** Id of the selected view. */
  view: string | null
}

/** Choices of rows per page if the site sets none (S2.45). */
export const LIMITS = [5, 10, 25, 50, 100] as const

/** The choices of a list's rows per page. */
export function limitChoices(limits: readonly number[]): number[] {
  const usable = limits.filter((limit) => Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT)
  return usable.length > 0 ? usable : [...LIMITS]
}

/** A state read from an address. `unreadable`: parts that cannot be read and count as not set. */
export type ListAddress = { state: ListState; unreadable: { where: boolean; columns: boolean } }

/** Fills unset parts of the state from the stored preference. */
export function withKept({ state, unreadable }: ListAddress, kept: ListPreference): ListState {
  return {
    ...state,
    // Unreadable columns fall back to those of the site (S8.10).
    columns: unreadable.columns ? null : (state.columns ?? kept.columns),
    limit: state.limit ?? kept.limit,
    sort: state.sort ?? kept.sort,
  }
}

/** The query of a list, in an existing locale. Relative dates are converted to moments. */
export function queryOf(
  collection: Collection,
  state: ListState,
  locale: string | null,
  now = new Date(),
): ListQuery {
  const { page, limit, sort, search, where } = state
  const columns = shownFields(collection, state)
  return {
    slug: collection.slug,
    page,
    limit: limit ?? (isLimit(collection.defaultLimit) ? collection.defaultLimit : 10),
    sort: sort ?? defaultSort(collection),
    search,
    where: withMoments(where, now),
    locale,
    ...(columns.length > 0 && { columns }),
  }
}

/** The long fields of the shown columns, in a fixed order: fields that lists have anyway do not change the query. */
function shownFields(collection: Collection, { columns }: ListState): string[] {
  const shown = (columns ?? []).filter(({ active }) => active).map(({ accessor }) => accessor)
  return longFields(collection, shown).toSorted()
}

/** The sort path of a list if nobody has chosen one. */
export function defaultSort(collection: Collection): string {
  return (
    collection.defaultSort ??
    (collection.orderable ? ORDER_FIELD : null) ??
    (collection.timestamps ? '-updatedAt' : '-id')
  )
}
