import type { SendOutcome } from '../../../shared/sync/entry.ts'
import type { WriteRequest } from '../../../shared/sync/request.ts'

/** A request that got no answer may be worked on for so long, by the server's clock (`site.longestRunMs`). */
export const LONGEST_RUN_MS = 5 * 60_000
/** How long is waited before it is looked again whether a request is still worked on. */
export const LOOK_AGAIN_MS = 30_000

/** How long ago a request left, in milliseconds. `now`: by the server's clock, likewise; null: not known. */
export function sinceSent({ sentAfter }: Pick<WriteRequest, 'sentAfter'>, now: number | null): number | null {
  return now === null || sentAfter === null ? null : now - Date.parse(sentAfter)
}

/** What to do while a request may still be worked on: look again later. `left`: how long that can be, in milliseconds. */
export function perhapsRunning(left: number): SendOutcome {
  return { type: 'retry', reason: 'still running, perhaps', retryAfterMs: Math.min(left, LOOK_AGAIN_MS) }
}
