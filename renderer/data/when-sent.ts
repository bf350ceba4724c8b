import type { Became } from '../../shared/ipc.ts'
import type { SentMode } from '../../shared/sync/sent-entry.ts'
import { galley } from './bridge.ts'

type Listener = {
  /** Once, where it takes longer, or there is no server: so many of them wait. */
  onWait?: (waiting: number) => void
  /** Once, when none of them waits any more; in the order of the keys. */
  onEnd: (became: readonly Became[]) => void
}

/** Milliseconds until it is said that something waits. */
const PATIENCE_MS = 3000

/**
 * Follows entries until each of them is on the server, needs a person or was taken back, so that nothing is called done
 * before it is. It goes on where the screen is left, and ends with the account.
 */
export function whenSent(keys: readonly string[], { onWait, onEnd }: Listener, patience = PATIENCE_MS): void {
  // The history may have forgotten by the end what it said first.
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
  /** One look at a time; of those that are wanted meanwhile one is enough. */
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

/** The modes in which they reached the server with all of their values. What was taken back is in neither part. */
export function sentOf(became: readonly Became[]): { sent: SentMode[]; stuck: number } {
  const sent = became.flatMap((one) => (one.is === 'sent' && !one.notTaken ? [one.mode] : []))
  const stuck = became.filter((one) => one.is === 'needs-you' || (one.is === 'sent' && one.notTaken)).length
  return { sent, stuck }
}
