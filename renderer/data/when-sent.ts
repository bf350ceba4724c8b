import type { Became } from '../../shared/ipc.ts'
import { publishes } from '../../shared/sync/entry.ts'
import { galley } from './bridge.ts'

/** How many of several entries are on the server as what they were queued as, and how many a person has to look at. */
export type Sent = { done: number; stuck: number }

type Listener = {
  /** Once, where it takes longer, or there is no server: so many of them wait. */
  onWait: (waiting: number) => void
  /** Once, when none of them waits any more. What was taken back is in neither number. */
  onEnd: (sent: Sent) => void
}

/** Milliseconds until it is said that something waits. */
const PATIENCE_MS = 3000

/**
 * Follows entries until each of them is on the server, needs a person or was taken back, so that nothing is called done
 * before it is. It goes on where the screen is left, and ends with the account.
 */
export function whenSent(
  keys: readonly string[],
  { onWait, onEnd }: Listener,
  { publish = false, patience = PATIENCE_MS }: { publish?: boolean; patience?: number } = {},
): void {
  // The history may have forgotten by the end what it said first.
  const ended = new Map<string, Became>()
  let hasSaid = false
  let [isLooking, isStale, isOver] = [false, false, false]

  const sayWaiting = (): void => {
    const waiting = keys.length - ended.size
    if (hasSaid || waiting === 0) return
    hasSaid = true
    onWait(waiting)
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
    onEnd(numbersOf([...ended.values()], publish))
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

/** A publish that was taken back and went as a draft is none. */
function numbersOf(became: readonly Became[], publish: boolean): Sent {
  const sent = became.flatMap((one) => (one.is === 'sent' ? [one] : []))
  const meant = sent.filter(({ mode }) => !publish || (mode !== 'move' && publishes(mode)))
  const notTaken = meant.filter((one) => one.notTaken).length
  const parked = became.filter(({ is }) => is === 'needs-you').length
  return { done: meant.length - notTaken, stuck: parked + notTaken }
}
