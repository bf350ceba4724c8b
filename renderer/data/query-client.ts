import { QueryClient, notifyManager } from '@tanstack/react-query'
import { connectEventsToQueries } from './queries.ts'

// What was read is drawn now, not after a timer.
notifyManager.setScheduler(queueMicrotask)

/** Reads come from this computer and are read again when an event says so: nothing expires, nothing is retried. */
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
