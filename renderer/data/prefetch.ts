import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PrefetchSettings, PrefetchState } from '../../shared/prefetch.ts'
import { galley } from './bridge.ts'
import { queryKeys } from './queries.ts'

const prefetchQuery = queryOptions({
  queryKey: queryKeys.prefetch,
  queryFn: () => galley.call('prefetch.get', undefined),
})

/** Returns the state of the prefetch; null until it is known. */
export function usePrefetch(): PrefetchState | null {
  return useQuery(prefetchQuery).data ?? null
}

/**
 * Returns a function that applies prefetch settings at once and has main store them. It rejects if they could not be
 * stored, and rereads the ones that hold.
 */
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

/** Returns the number and size of documents without unsent edits; counted on each mount. */
export function useKeptDocuments(): { documents: number; bytes: number } | null {
  const kept = useQuery({
    queryKey: queryKeys.keptDocuments,
    queryFn: () => galley.call('prefetch.kept', undefined),
    staleTime: 0,
  })
  return kept.data ?? null
}

/**
 * Returns a function that removes documents without unsent edits, except those opened since the program
 * began.
 */
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
