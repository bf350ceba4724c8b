import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListPage, ListQuery, ListRow } from '../../../shared/ipc.ts'
import { queryOf } from '../../../shared/lists/list-state.ts'
import { afterFrame } from '../../data/frames.ts'
import { galley } from '../../data/bridge.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { draftsParams, readAddress } from '../../data/list-address.ts'
import { listOptions, queryKeys, useConnection } from '../../data/queries.ts'
import { isWholeHere, knownTotal } from '../../data/use-list.ts'

export type DraftsOf = {
  collection: Collection
  /** Number of drafts; null: neither the server nor this computer can tell. */
  total: number | null
  rows: readonly ListRow[]
}

/** Returns the newest drafts of each collection: from this computer (`isRead`), then from the server. */
export function useDrafts(
  collections: readonly Collection[],
  limit: number,
): { drafts: DraftsOf[]; isRead: boolean } {
  const { locale } = useContentLocale()
  const isOnline = useConnection()?.status === 'online'
  const asked = useMemo(
    () => collections.map((one) => draftsQuery(one, locale, limit)),
    [collections, locale, limit],
  )
  const { pages, isRead } = useQueries({
    queries: asked.map((query) => listOptions(query)),
    combine: useCallback(
      (results: UseQueryResult<ListPage>[]) => ({
        pages: results.map(({ data }) => data),
        isRead: results.every(({ isLoading }) => !isLoading),
      }),
      [],
    ),
  })
  useQuery({
    queryKey: queryKeys.refresh('drafts', asked),
    queryFn: async ({ client, signal }) => {
      await afterFrame(signal)
      for (const query of asked) {
        if (signal.aborted) break
        const page = await client.fetchQuery(listOptions(query))
        if (!isWholeHere(page)) await galley.call('documents.refreshList', query)
      }
      return null
    },
    enabled: isOnline && asked.length > 0,
    staleTime: 0,
    gcTime: 0,
  })
  const drafts = collections.flatMap((collection, at): DraftsOf[] => {
    const page = pages[at]
    if (page === undefined || page.rows.length === 0) return []
    return [{ collection, total: knownTotal(page), rows: page.rows }]
  })
  return { drafts, isRead }
}

function draftsQuery(collection: Collection, locale: string | null, limit: number): ListQuery {
  const { state } = readAddress(draftsParams())
  const sort = collection.timestamps ? '-updatedAt' : null
  return queryOf(collection, { ...state, limit, sort, columns: null }, locale)
}
