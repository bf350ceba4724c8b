import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams, type SetURLSearchParams } from 'react-router-dom'
import { pageCount } from '../../shared/document/range-label.ts'
import type { Collection } from '../../shared/cms/schema-model.ts'
import type { ListQuery } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import { NOTHING_KEPT, type ListPreference } from '../../shared/lists/list-preference.ts'
import { queryOf, withKept, type ListState } from '../../shared/lists/list-state.ts'
import { hasRelativeDates } from '../../shared/lists/relative-date.ts'
import { useContentLocale } from './content-locale.tsx'
import { readAddress, withState } from './list-address.ts'

export type ListStateOnScreen = {
  state: ListState
  query: ListQuery
  /** True if the filter of the address cannot be read. */
  isUnreadable: boolean
  params: URLSearchParams
  setParams: SetURLSearchParams
  change: (changes: Partial<ListState>, replace?: boolean) => void
  setWhere: (where: JsonObject | null) => void
}

/**
 * Returns the list state of the screen: the address first, then the preference. `kept` undefined: not read
 * yet. `sort`: overrides the preferred sort if the address has none.
 */
export function useListState(
  collection: Collection,
  kept: ListPreference | undefined,
  sort: string | null = null,
): ListStateOnScreen {
  const [params, setParams] = useSearchParams()
  const { locale } = useContentLocale()
  const address = useMemo(() => readAddress(params), [params])
  const state = useMemo(() => {
    const known = kept ?? NOTHING_KEPT
    return withKept(address, sort === null ? known : { ...known, sort })
  }, [address, kept, sort])
  const minute = useMinute(hasRelativeDates(state.where))
  const query = useMemo(
    () => queryOf(collection, state, locale, minute === null ? undefined : new Date(minute)),
    [collection, state, locale, minute],
  )
  const change = useCallback(
    (changes: Partial<ListState>, replace = false) =>
      setParams((before) => withState(before, changes), { replace }),
    [setParams],
  )
  const setWhere = useCallback((where: JsonObject | null) => change({ where }, true), [change])
  return { state, query, isUnreadable: address.unreadable.where, params, setParams, change, setWhere }
}

/**
 * Returns the time in ms, renewed each minute while `moves`, for relative dates; null before the first
 * minute.
 */
function useMinute(moves: boolean): number | null {
  const [minute, setMinute] = useState<number | null>(null)
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => setMinute(Date.now()), 60_000)
    return () => {
      clearInterval(timer)
      setMinute(null)
    }
  }, [moves])
  return minute
}

/**
 * Goes to the last page when deletions removed the current one, and returns true meanwhile. `total`: number
 * of documents.
 */
export function useLastPage(
  { query: { page, limit }, change }: ListStateOnScreen,
  isEmpty: boolean,
  total: number,
): boolean {
  const lastPage = pageCount({ limit, totalDocs: total })
  const isBeyond = isEmpty && page > lastPage
  useEffect(() => {
    if (isBeyond) change({ page: lastPage }, true)
  }, [isBeyond, lastPage, change])
  return isBeyond
}
