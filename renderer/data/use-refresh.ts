import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RefreshResult } from '../../shared/ipc.ts'
import { useT } from '../i18n/use-t.ts'
import { afterFrame } from './after-frame.ts'
import { callReason } from './call-reason.ts'
import { queryKeys, useConnection } from './queries.ts'

export type Refresh = {
  /** The server is being asked now. */
  asking: boolean
  /** What came of the last question; null before the first answer. */
  result: RefreshResult | null
  again: () => void
}

/**
 * Asks the server in the background for what is already painted from this computer: when it is shown, when the question
 * changes, and whenever the server can be reached again. The answer itself arrives through an event.
 *
 * `question` names what is asked, `ask` asks it. `offline`: it is asked where the server cannot be reached, too. `ready`
 * false: what is to be asked is not known yet.
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
    // An answer is about the moment at which it was given.
    staleTime: 0,
    gcTime: 0,
  })
  return {
    asking: enabled && isFetching,
    result: error === null ? (data ?? null) : { outcome: 'failed', message: callReason(error, t) },
    again: () => void client.resetQueries({ queryKey, exact: true }),
  }
}
