import type { Became } from '../../shared/ipc.ts'
import type { SentMode } from '../../shared/sync/sent-entry.ts'
import { galley, inPieces } from './bridge.ts'

type Listener = {
  /**
   * Called at most once, after `patience` milliseconds or when the connection is lost, with the number of waiting
   * edits.
   */
  onWait?: (waiting: number) => void
  /** Called once no edit waits any more, in the order of the edits; never after the account has changed. */
  onEnd: (became: readonly Became[]) => void
}

/** Milliseconds until the caller hears that entries wait. */
const PATIENCE_MS = 3000

/**
 * Follows edits, each by the keys of its entries, until each one is sent, needs a person or was taken back, so that
 * nothing is reported as done too early. It goes on if the screen is left, and ends with the account.
 */
export function whenSent(
  edits: readonly (readonly string[])[],
  { onWait, onEnd }: Listener,
  patience = PATIENCE_MS,
): void {
  // The first results are kept, since the history may have forgotten them by the end.
  const ended = new Map<string, Became>()
  let hasSaid = false
  let [isLooking, isStale, isOver] = [false, false, false]

  const outcomes = (): (Became | null)[] =>
    edits.map((keys) => outcomeOf(keys.map((key) => ended.get(key) ?? null)))
  const sayWaiting = (): void => {
    const waiting = outcomes().filter((one) => one === null).length
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
    const left = edits.flat().filter((key) => !ended.has(key))
    const became = await inPieces(left, (keys) => galley.call('outbox.became', { keys }))
    for (const [at, key] of left.entries()) {
      const one = became[at]
      if (one !== undefined && one.is !== 'waiting') ended.set(key, one)
    }
    const found = outcomes().flatMap((one) => one ?? [])
    if (found.length < edits.length || isOver) return
    end()
    onEnd(found)
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
 * Returns what became of an edit by what became of its entries; null: one still waits. An entry that needs a person
 * decides at once, as the entries behind it wait.
 */
function outcomeOf(entries: readonly (Became | null)[]): Became | null {
  const stuck = entries.find((one) => one?.is === 'needs-you')
  if (stuck || entries.includes(null)) return stuck ?? null
  const sent = entries.filter((one) => one?.is === 'sent')
  return sent.find(({ notTaken }) => notTaken) ?? sent.at(-1) ?? { is: 'gone' }
}

/**
 * Returns the modes of completely saved edits, and the number of edits that were not saved completely.
 * Edits that were taken back count for neither.
 */
export function sentOf(became: readonly Became[]): { sent: SentMode[]; stuck: number } {
  const sent = became.flatMap((one) => (one.is === 'sent' && !one.notTaken ? [one.mode] : []))
  const stuck = became.filter((one) => one.is === 'needs-you' || (one.is === 'sent' && one.notTaken)).length
  return { sent, stuck }
}
