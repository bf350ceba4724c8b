import type { Became } from '../../shared/ipc.ts'
import type { SentMode } from '../../shared/sync/sent-entry.ts'
import { galley } from './bridge.ts'

type Listener = {
  /**
   * Called at most once, after `patience` milliseconds or when the connection is lost, with the number of waiting
   * entries.
   */
  onWait?: (waiting: number) => void
  /** Called once no entry waits any more, in the order of the keys; never after the account has changed. */
  onEnd: (became: readonly Became[]) => void
}

/** Milliseconds until the caller hears that entries wait. */
const PATIENCE_MS = 3000

/**
 * Follows entries until each one is sent, needs a person or was taken back, so that nothing is reported as
 * done too early. It goes on if the screen is left, and ends with the account.
 */
export function whenSent(keys: readonly string[], { onWait, onEnd }: Listener, patience = PATIENCE_MS): void {
  // The first results are kept, since the history may have forgotten them by the end.
  const ended = new Map<string, Became>()
  let hasSaid = false
  let [isLooking, isStale, isOver] = [false, false, false]

  const sayWaiting = (): void => {
    const waiting = keys.length - ended.size
    if (hasSaid || waiting === 0) return
    hasSaid = true
    onWait?.(waiting)
  }
  const end = (): void => {
    isOver = true
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
  const look = async (): Promise<void> => {
    const left = keys.filter((key) => !ended.has(key))
    const became = await galley.call('outbox.became', { keys: left })
    for (const [at, key] of left.entries()) {
      const one = became[at]
      if (one !== undefined && one.is !== 'waiting') ended.set(key, one)
    }
    if (ended.size < keys.length || isOver) return
    end()
    onEnd(keys.flatMap((key) => ended.get(key) ?? []))
  }
  /** Looks one at a time; all calls during a look are one more look. */
  const lookAgain = (): void => {
    isStale = true
    if (isLooking || isOver) return
    ;[isLooking, isStale] = [true, false]
    void look()
      .catch(console.error)
      .finally(() => {
        isLooking = false
        if (isStale) lookAgain()
      })
  }
  const timer = setTimeout(sayWaiting, patience)
  const stops = [
    galley.on('outbox.changed', lookAgain),
    galley.on('connection.changed', ({ status }) => {
      if (status !== 'online') sayWaiting()
    }),
    galley.on('session.accountChanged', end),
  ]
  lookAgain()
}

/**
 * Returns the modes of completely saved entries, and the number of entries that were not saved completely.
 * Entries that were taken back count for neither.
 */
export function sentOf(became: readonly Became[]): { sent: SentMode[]; stuck: number } {
  const sent = became.flatMap((one) => (one.is === 'sent' && !one.notTaken ? [one.mode] : []))
  const stuck = became.filter((one) => one.is === 'needs-you' || (one.is === 'sent' && one.notTaken)).length
  return { sent, stuck }
}
