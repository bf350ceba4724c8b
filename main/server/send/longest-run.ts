import type { SendOutcome } from '../../../shared/sync/entry.ts'
import type { WriteRequest } from '../../../shared/sync/request.ts'

/** Longest time that the server may work on a request without an answer, by its clock (`site.longestRunMs`). */
export const LONGEST_RUN_MS = 5 * 60_000
/** Time until the next check whether a request is still running. */
export const LOOK_AGAIN_MS = 30_000

/** Milliseconds since a request was sent. `now`: by the server's clock, like `sentAfter`; null: not known. */
export function sinceSent({ sentAfter }: Pick<WriteRequest, 'sentAfter'>, now: number | null): number | null {
  return now === null || sentAfter === null ? null : now - Date.parse(sentAfter)
}

/**
 * The outcome while a request may still be running: check again later. `left`: milliseconds that it can still run.
 */
export function perhapsRunning(left: number): SendOutcome {
  return { type: 'retry', reason: 'still running, perhaps', retryAfterMs: Math.min(left, LOOK_AGAIN_MS) }
}
