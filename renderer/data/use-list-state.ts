import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams, type SetURLSearchParams } from 'react-router-dom'
import { pageCount } from '../../shared/document/range-label.ts'
import type { Collection } from '../../shared/cms/schema-model.ts'
import type { ListQuery } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import { NOTHING_KEPT, type ListPreference } from '../../shared/lists/list-preference.ts'
import { queryOf, withKept, type ListState } from '../../shared/lists/list-state.ts'
import { hasRelativeDates } from '../../shared/lists/relative-date.ts'
import { useContentLocale } from './content-locale.ts'
import { readAddress, withState } from './list-address.ts'

export type ListStateOnScreen = {
  state: ListState
  query: ListQuery
  /** The address has a filter that nobody can read. */
  isUnreadable: boolean
  params: URLSearchParams
  setParams: SetURLSearchParams
  change: (changes: Partial<ListState>, replace?: boolean) => void
  setWhere: (where: JsonObject | null) => void
}

/**
 * What the list of the screen shows, by its address and else by what was chosen for it. `kept` undefined: that is not
 * read yet. `sort`: what it is sorted by where the address says nothing, whatever was chosen.
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

/** The time of the minute that has begun since, for what moves on with it; null: none has, or nothing does. */
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

/** Shows the last page there is where documents went away, and the page with them. `total`: all that there are. */
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
