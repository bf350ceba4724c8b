import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RefreshResult } from '../../shared/ipc.ts'
import { useT } from '../i18n/use-t.ts'
import { afterFrame } from './frames.ts'
import { callReason } from './failure-reasons.ts'
import { queryKeys, useConnection } from './queries.ts'

export type Refresh = {
  /** True while the server is being asked. */
  asking: boolean
  /** Result of the last request; null before the first answer. */
  result: RefreshResult | null
  again: () => void
}

/**
 * Refreshes from the server in the background: on mount, when the question changes and when the server is back. The
 * data itself arrives as an event. `offline`: asks offline too. `ready` false: waits.
 */
export function useRefresh(
  question: readonly unknown[],
  ask: () => Promise<RefreshResult>,
  { offline = false, ready = true } = {},
): Refresh {
  const { t } = useT()
  const client = useQueryClient()
  const isOnline = useConnection()?.status === 'online'
  const enabled = ready && (isOnline || offline)
  const queryKey = queryKeys.refresh(...question)
  const { data, error, isFetching } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      await afterFrame(signal)
      return ask()
    },
    enabled,
    // A result counts only for its moment.
    staleTime: 0,
    gcTime: 0,
  })
  return {
    asking: enabled && isFetching,
    result: error === null ? (data ?? null) : { outcome: 'failed', message: callReason(error, t) },
    again: () => void client.resetQueries({ queryKey, exact: true }),
  }
}
