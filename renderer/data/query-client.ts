import { QueryClient, notifyManager } from '@tanstack/react-query'
import { connectEventsToQueries } from './queries.ts'

// Notifies components of an answer in a microtask instead of after a timer.
notifyManager.setScheduler(queueMicrotask)

/**
 * Most queries read this computer and are invalidated by events, so by default none gets stale or is retried.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: 10 * 60_000,
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  connectEventsToQueries(client)
  return client
}
