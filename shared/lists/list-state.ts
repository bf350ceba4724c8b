import { longFields } from '../cms/list-fields.ts'
import { ORDER_FIELD } from '../cms/order-fields.ts'
import type { Collection } from '../cms/schema-model.ts'
import type { ListQuery } from '../ipc.ts'
import { isLimit, MAX_LIMIT, type ListPreference } from './list-preference.ts'
import type { ListView } from './list-view.ts'
import { withMoments } from './relative-date.ts'

/**
 * What a list shows and how. Null: nothing is said of it, so that what was chosen for the list decides, and else the
 * collection. It is written as an address, as a preference of the server and as a question to store and server.
 */
export type ListState = ListView & {
  /** From 1. */
  page: number
  /** Rows of a page. */
  limit: number | null
  search: string
  /** Code of the content locale. */
  locale: string | null
  /** Id of the view that is shown. */
  view: string | null
}

/** Choices of rows per page where the site gives none (S2.45). */
export const LIMITS = [5, 10, 25, 50, 100] as const

/** The choices of a list's rows per page. */
export function limitChoices(limits: readonly number[]): number[] {
  const usable = limits.filter((limit) => Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT)
  return usable.length > 0 ? usable : [...LIMITS]
}

/** A state as an address says it, and the parts of it that nobody can read, which count as not said. */
export type ListAddress = { state: ListState; unreadable: { where: boolean; columns: boolean } }

/** The state with what is kept of the list where an address says nothing. */
export function withKept({ state, unreadable }: ListAddress, kept: ListPreference): ListState {
  return {
    ...state,
    // Columns that nobody can read are those of the site (S8.10).
    columns: unreadable.columns ? null : (state.columns ?? kept.columns),
    limit: state.limit ?? kept.limit,
    sort: state.sort ?? kept.sort,
  }
}

/** The question that a list of a collection asks, in a locale that there is. Dates that move on are moments in it. */
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

/**
 * The long fields that columns are of, in the same order for each choice: what a list has anyway is the same question
 * with the column and without it.
 */
function shownFields(collection: Collection, { columns }: ListState): string[] {
  const shown = (columns ?? []).filter(({ active }) => active).map(({ accessor }) => accessor)
  return longFields(collection, shown).toSorted()
}

/** What a list is sorted by where nobody has chosen anything. */
export function defaultSort(collection: Collection): string {
  return (
    collection.defaultSort ??
    (collection.orderable ? ORDER_FIELD : null) ??
    (collection.timestamps ? '-updatedAt' : '-id')
  )
}
