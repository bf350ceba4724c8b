import { useCallback, useEffect, useState } from 'react'
import type { ProbeResult } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'

export type Probe = {
  /** Null before the first answer; an answer about another address is not shown. */
  result: ProbeResult | null
  asking: boolean
  again: () => void
  /** Asks again, with the http address that the person takes without encryption. */
  accept: (plainHttp: string) => void
}

/** Asks an address what it is, at once and on `again`; null asks nothing. */
export function useProbe(url: string | null): Probe {
  const [{ requestId, accepted }, setRequest] = useState<{ requestId: number; accepted: string | null }>({
    requestId: 0,
    accepted: null,
  })
  const [answer, setAnswer] = useState<{ url: string; requestId: number; result: ProbeResult } | null>(null)
  useEffect(() => {
    if (url === null) return
    let wanted = true
    const show = (result: ProbeResult) => {
      if (wanted) setAnswer({ url, requestId, result })
    }
    const input = { url, ...(accepted !== null && { acceptPlainHttp: accepted }) }
    galley.call('servers.probe', input).then(show, (error: unknown) => {
      console.error('Probe failed', error)
      show({ outcome: 'problem', problem: { code: 'unreachable', detail: '' } })
    })
    return () => {
      wanted = false
    }
  }, [url, requestId, accepted])
  const ask = useCallback(
    (next: string | null) => setRequest((before) => ({ requestId: before.requestId + 1, accepted: next })),
    [],
  )
  const again = useCallback(() => ask(null), [ask])
  const mine = answer?.url === url ? answer : null
  return {
    result: mine?.result ?? null,
    asking: url !== null && mine?.requestId !== requestId,
    again,
    accept: ask,
  }
}
