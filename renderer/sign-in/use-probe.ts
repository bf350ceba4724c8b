import { useCallback, useEffect, useState } from 'react'
import type { ProbeResult, ServerProblem } from '../../shared/ipc.ts'
import { retryDelayMs } from '../../shared/sync/delays.ts'
import { galley } from '../data/bridge.ts'

export type Probe = {
  /** Null before the first answer; answers for another address are ignored. */
  result: ProbeResult | null
  /** True while the user waits for the answer; false during automatic retries. */
  asking: boolean
  again: () => void
  /** Asks again with the plain http address that the person accepts. */
  accept: (plainHttp: string) => void
}

/** Problems that may pass by themselves. */
const PASSING: ReadonlySet<ServerProblem['code']> = new Set([
  'unreachable',
  'server-error',
  'portal',
  'proxy',
  'proxy-refused',
  'proxy-script',
])
const FIRST_PAUSE_MS = 1000
const LAST_PAUSE_MS = 15_000

/** True if the server is asked again automatically. */
export function isPassing(result: ProbeResult | null): boolean {
  return result?.outcome === 'problem' && PASSING.has(result.problem.code)
}

/** `accepted`: the plain http address that the person accepts. */
type Request = { id: number; byItself: boolean; accepted: string | null }
type Answer = { url: string; id: number; failures: number; result: ProbeResult }

/**
 * Probes an address at once and on `again`; null probes nothing. After a problem of PASSING it retries with growing
 * pauses, and as soon as the system has a network (F56); not while `held`.
 */
export function useProbe(url: string | null, held = false): Probe {
  const [request, setRequest] = useState<Request>({ id: 0, byItself: false, accepted: null })
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    if (url === null) return
    let wanted = true
    const show = (result: ProbeResult) => {
      if (!wanted) return
      setAnswer((before) => {
        const failures = before?.url === url ? before.failures : 0
        return { url, id: request.id, failures: isPassing(result) ? failures + 1 : 0, result }
      })
    }
    const { accepted } = request
    const input = { url, ...(accepted !== null && { acceptPlainHttp: accepted }) }
    galley.call('servers.probe', input).then(show, (error: unknown) => {
      console.error('Probe failed', error)
      show({ outcome: 'problem', problem: { code: 'unreachable', detail: '' } })
    })
    return () => {
      wanted = false
    }
  }, [url, request])

  const mine = answer?.url === url ? answer : null
  const isAnswered = mine?.id === request.id
  const failures = isAnswered && isPassing(mine.result) ? mine.failures : 0
  useEffect(() => {
    if (failures === 0 || held) return
    const ask = () => setRequest((before) => ({ ...before, id: before.id + 1, byItself: true }))
    const pause = Math.max(FIRST_PAUSE_MS, retryDelayMs(failures, null, Math.random))
    const timer = window.setTimeout(ask, Math.min(LAST_PAUSE_MS, pause))
    window.addEventListener('online', ask)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', ask)
    }
  }, [failures, held])

  const accept = useCallback(
    (accepted: string | null) => setRequest(({ id }) => ({ id: id + 1, byItself: false, accepted })),
    [],
  )
  const again = useCallback(() => accept(null), [accept])
  const isQuiet = request.byItself && mine !== null
  return {
    result: mine?.result ?? null,
    asking: url !== null && !isAnswered && !isQuiet,
    again,
    accept,
  }
}
