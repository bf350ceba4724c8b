import { queryOptions, useQuery } from '@tanstack/react-query'
import { firstLocale } from '../../../shared/cms/locales.ts'
import { countQuery } from '../../data/list-address.ts'
import type { ListQuery } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { queryKeys, useConnection } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'

/**
 * Asks the server once for the sizes of these collections, one after another, so that collections that were
 * never opened have a number, too. The answers arrive as events.
 */
export function useCounts(slugs: readonly string[]): void {
  const { collections, localization } = useSchema()
  const online = useConnection()?.status === 'online'
  const locale = firstLocale(localization)
  useQuery({
    queryKey: queryKeys.refresh('counts', slugs, locale),
    enabled: online,
    queryFn: async ({ client, signal }) => {
      for (const collection of collections.filter(({ slug }) => slugs.includes(slug))) {
        if (signal.aborted) break
        await client.fetchQuery(countOptions(countQuery(collection, locale)))
      }
      return null
    },
  })
}

/** Asked once per window and account; asked again if the server could not be reached. */
function countOptions(query: ListQuery) {
  return queryOptions({
    queryKey: queryKeys.refresh('count', query),
    queryFn: async () => {
      const result = await galley.call('documents.refreshList', query)
      if (result.outcome === 'offline' || result.outcome === 'signed-out') throw new Error(result.outcome)
      return result
    },
    gcTime: Infinity,
  })
}
