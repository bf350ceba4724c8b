import { retryDelayMs } from '../../shared/sync/delays.ts'
import type { ConnectionState, ServerProblem } from '../../shared/ipc.ts'
import { sameJson } from '../../shared/json.ts'

/** The state of the connection by the answer to one request. */
export type ContactResult =
  { status: 'online' } | { status: 'signed-out' } | { status: 'offline'; problem: ServerProblem }

export type Connection = {
  state: () => ConnectionState
  /** Asks now; simultaneous calls share one request. */
  check: () => Promise<ConnectionState>
  /** Another request failed to reach the server: asks now instead of at the next tick. */
  suspect: () => void
  /** The server answered another request, so the contact is fresh. */
  contacted: () => void
  /** Stops asking; nothing is reported afterwards. */
  close: () => void
}

const POLL_MS = 30_000
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 15_000
/** Length of an ISO time cut to the minute: `2026-11-22T22:33`. */
const TO_THE_MINUTE = 16

/**
 * Finds out if the server can be used (SY11): asks an authenticated question every 30 s while the server
 * answers, otherwise after growing pauses of 1 to 15 s. Timers only space the questions; no clock decides the
 * state.
 */
export function createConnection(options: {
  ask: () => Promise<ContactResult>
  onChange: (state: ConnectionState) => void
  /** Called when the server answered in a later minute than the one reported last. */
  onContact: (state: ConnectionState) => void
  /** Time of the last answer in an earlier run of the program, or null. */
  lastContact?: string | null
  now?: () => Date
}): Connection {
  const now = options.now ?? (() => new Date())
  let state: ConnectionState = {
    status: 'checking',
    since: now().toISOString(),
    lastContact: options.lastContact ?? null,
    problem: null,
  }
  let asking: Promise<ConnectionState> | null = null
  let timer: NodeJS.Timeout | null = null
  let failures = 0
  let closed = false
  let toldMinute: string | null = null

  const apply = (result: ContactResult): void => {
    const time = now().toISOString()
    const problem = result.status === 'offline' ? result.problem : null
    const changed = state.status !== result.status || !sameJson(state.problem, problem)
    state = {
      status: result.status,
      since: state.status === result.status ? state.since : time,
      lastContact: result.status === 'offline' ? state.lastContact : time,
      problem,
    }
    report(changed)
  }

  const report = (changed: boolean): void => {
    if (closed) return
    const minute = state.lastContact?.slice(0, TO_THE_MINUTE) ?? null
    const isLater = minute !== toldMinute
    toldMinute = minute
    if (changed) options.onChange(state)
    else if (isLater) options.onContact(state)
  }

  const schedule = (): void => {
    if (timer) clearTimeout(timer)
    if (closed) return
    const pause = state.status === 'offline' ? retryPauseMs(failures) : POLL_MS
    timer = setTimeout(() => void check(), pause)
    timer.unref()
  }

  const check = (): Promise<ConnectionState> => {
    if (closed) return Promise.resolve(state)
    asking ??= options
      .ask()
      .catch((error: unknown): ContactResult => ({
        status: 'offline',
        problem: { code: 'unreachable', detail: error instanceof Error ? error.name : 'failed' },
      }))
      .then((result) => {
        failures = result.status === 'offline' ? failures + 1 : 0
        apply(result)
        return state
      })
      .finally(() => {
        asking = null
        schedule()
      })
    return asking
  }

  return {
    state: () => state,
    check,
    suspect: () => void check(),
    contacted: () => {
      if (state.status === 'online') {
        state = { ...state, lastContact: now().toISOString() }
        report(false)
      }
      // Offline, the answer to another request starts a check: only the answer to a check changes the status.
      else if (state.status === 'offline') void check()
    },
    close: () => {
      closed = true
      if (timer) clearTimeout(timer)
    },
  }
}

function retryPauseMs(failures: number): number {
  const pause = retryDelayMs(failures, null, Math.random)
  return Math.min(LAST_RETRY_MS, Math.max(FIRST_RETRY_MS, pause))
}
