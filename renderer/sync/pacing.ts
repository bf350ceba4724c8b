import { retryDelayMs } from '../../shared/sync/delays.ts'

/** Answers in a row for the same entry, such as merges, from which on the next try waits (SY5). */
const FREE_REPEATS = 5

/** Least milliseconds to wait: full jitter may draw zero, and nothing may retry without a pause. */
const SHORTEST_WAIT_MS = 250

/**
 * The earliest next try of each document, in milliseconds of `now`, never of the wall clock (SY11). Kept in
 * memory only: after a restart all may be sent at once, as a person who restarts expects.
 */
export type Pacing = {
  /** Returns the time from which the document may be sent; 0 if nothing delays it. */
  mayGoAt(document: string): number
  /** Called when the server asks for a later try, or the call itself failed (SY9). */
  failed(document: string, retryAfterMs: number | null): void
  /** Called when an answer ends a try. The same entry answering again and again is slowed down. */
  answered(document: string, entryKey: string): void
  /** Forgets all documents but these. */
  keepOnly(documents: ReadonlySet<string>): void
  /** Moves the state of a document to its server id (SY8). */
  rename(from: string, to: string): void
  /** Removes all waits. */
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

/** Returns the milliseconds until the next try. `failures`: number in a row, from 1. */
export function waitMs(failures: number, retryAfterMs: number | null, random: () => number): number {
  return Math.max(SHORTEST_WAIT_MS, retryDelayMs(failures, retryAfterMs, random))
}
