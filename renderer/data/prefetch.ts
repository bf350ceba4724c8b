import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PrefetchSettings, PrefetchState } from '../../shared/prefetch.ts'
import { galley } from './bridge.ts'
import { queryKeys } from './queries.ts'

const prefetchQuery = queryOptions({
  queryKey: queryKeys.prefetch,
  queryFn: () => galley.call('prefetch.get', undefined),
})

/** What is brought to this computer before anybody opens it; null until it is known. */
export function usePrefetch(): PrefetchState | null {
  return useQuery(prefetchQuery).data ?? null
}

/** Shown at once; main keeps it and acts on it. Rejects where it could not be kept, and shows what holds then. */
export function useConfigurePrefetch(): (settings: PrefetchSettings) => Promise<void> {
  const client = useQueryClient()
  return async (settings) => {
    client.setQueryData(prefetchQuery.queryKey, (before) => before && { ...before, settings })
    try {
      await galley.call('prefetch.configure', settings)
    } catch (error) {
      await client.invalidateQueries({ queryKey: queryKeys.prefetch })
      throw error
    }
  }
}

/** How many documents are here of which nothing is unsent; counted each time that it is looked at. */
export function useKeptDocuments(): { documents: number; bytes: number } | null {
  const kept = useQuery({
    queryKey: queryKeys.keptDocuments,
    queryFn: () => galley.call('prefetch.kept', undefined),
    staleTime: 0,
  })
  return kept.data ?? null
}

/** Removes them from this computer; documents that were opened since the start stay. */
export function useForgetKept(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    try {
      await galley.call('prefetch.forget', undefined)
    } finally {
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.keptDocuments }),
        client.invalidateQueries({ queryKey: queryKeys.localData }),
      ])
    }
  }
}
