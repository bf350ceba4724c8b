import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams, type SetURLSearchParams } from 'react-router-dom'
import { pageCount } from '../../shared/document/range-label.ts'
import type { Collection } from '../../shared/cms/schema-model.ts'
import type { ListQuery } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import { NOTHING_KEPT, type ListPreference } from '../../shared/lists/list-preference.ts'
import { queryOf, withKept, type ListState } from '../../shared/lists/list-state.ts'
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
  const query = useMemo(() => queryOf(collection, state, locale), [collection, state, locale])
  const change = useCallback(
    (changes: Partial<ListState>, replace = false) =>
      setParams((before) => withState(before, changes), { replace }),
    [setParams],
  )
  const setWhere = useCallback((where: JsonObject | null) => change({ where }, true), [change])
  return { state, query, isUnreadable: address.unreadable.where, params, setParams, change, setWhere }
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
