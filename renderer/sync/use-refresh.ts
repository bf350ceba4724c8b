import { useCallback, useEffect, useState } from 'react'
import { callReason } from '../data/call-reason.ts'
import { useConnection } from '../data/queries.ts'
import type { RefreshResult } from '../../shared/ipc.ts'
import { useT } from '../i18n/use-t.ts'

export type Refresh = {
  /** The server is being asked now. */
  asking: boolean
  /** What came of the last question; null before the first answer. */
  result: RefreshResult | null
  again: () => void
}

/**
 * Asks the server in the background for what is already painted from this computer: when the question changes and
 * whenever the server can be reached again. The answer itself arrives through an event.
 *
 * `question` names what is asked, `ask` asks it; an answer to an older question is not looked at.
 */
export function useRefresh(question: string, ask: () => Promise<RefreshResult>): Refresh {
  const { t } = useT()
  const online = useConnection()?.status === 'online'
  const [requestId, setRequestId] = useState(0)
  const asked = `${question} ${String(requestId)}`
  const [state, setState] = useState<{ asked: string; result: RefreshResult | null; done: boolean } | null>(
    null,
  )

  useEffect(() => {
    if (!online) return
    let wanted = true
    setState((before) => ({ asked, result: before?.asked === asked ? before.result : null, done: false }))
    void (async () => {
      const result = await ask().catch((error: unknown): RefreshResult => ({
        outcome: 'failed',
        message: callReason(error, t),
      }))
      if (wanted) setState({ asked, result, done: true })
    })()
    return () => {
      wanted = false
    }
    // `ask` is a new function at every render; the question says what it asks. A new language asks nothing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [asked, online])

  const again = useCallback(() => setRequestId((before) => before + 1), [])
  const mine = state?.asked === asked ? state : null
  return { asking: online && mine?.done !== true, result: mine?.result ?? null, again }
}
