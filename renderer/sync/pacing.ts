import { retryDelayMs } from '../../shared/sync/delays.ts'

/** Answers in a row for the same entry that may be followed up at once: five merges, then it slows down (SY5). */
const FREE_REPEATS = 5

/** Full jitter may draw zero; no wait is ever shorter, so that nothing can spin. */
const SHORTEST_WAIT_MS = 250

/**
 * How soon each document may be tried again. Kept in memory only: after a restart everything may go at once, which is
 * what somebody who restarts the program expects. Times are milliseconds of the clock given by `now`, never of the
 * wall clock (SY11).
 */
export type Pacing = {
  /** When the document may go: a time in the past or future of `now`; 0 where nothing holds it. */
  mayGoAt(document: string): number
  /** The server asked to be tried later, or the call itself failed (SY9). */
  failed(document: string, retryAfterMs: number | null): void
  /** The entry got an answer that ends this attempt; the same entry answering again and again is slowed down. */
  answered(document: string, entryKey: string): void
  /** Forgets every document that does not wait any more. */
  keepOnly(documents: ReadonlySet<string>): void
  /** A document made here got its real id (SY8). */
  rename(from: string, to: string): void
  /** Lets everything go now. */
  clear(): void
}

type Pace = { failures: number; repeats: number; lastKey: string | null; mayGoAt: number }

export function createPacing(clock: { now(): number }, random: () => number): Pacing {
  const paces = new Map<string, Pace>()
  const fresh = (): Pace => ({ failures: 0, repeats: 0, lastKey: null, mayGoAt: 0 })

  return {
    mayGoAt: (document) => paces.get(document)?.mayGoAt ?? 0,
    failed(document, retryAfterMs) {
      const pace = paces.get(document) ?? fresh()
      pace.failures += 1
      pace.mayGoAt = clock.now() + waitMs(pace.failures, retryAfterMs, random)
      paces.set(document, pace)
    },
    answered(document, entryKey) {
      const pace = paces.get(document) ?? fresh()
      pace.repeats = pace.lastKey === entryKey ? pace.repeats + 1 : 1
      pace.lastKey = entryKey
      pace.failures = 0
      const over = pace.repeats - FREE_REPEATS
      pace.mayGoAt = over < 0 ? 0 : clock.now() + waitMs(over + 1, null, random)
      paces.set(document, pace)
    },
    keepOnly(documents) {
      for (const document of paces.keys()) if (!documents.has(document)) paces.delete(document)
    },
    rename(from, to) {
      const pace = paces.get(from)
      if (pace === undefined) return
      paces.delete(from)
      paces.set(to, pace)
    },
    clear: () => paces.clear(),
  }
}

/** Milliseconds until the next try after so many failures in a row, counted from 1. */
export function waitMs(failures: number, retryAfterMs: number | null, random: () => number): number {
  return Math.max(SHORTEST_WAIT_MS, retryDelayMs(failures, retryAfterMs, random))
}
