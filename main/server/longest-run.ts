import type { WriteRequest } from '../../shared/sync/request.ts'

/** A request that got no answer may be worked on for so long, by the server's clock. */
export const LONGEST_RUN_MS = 5 * 60_000
/** How long is waited before it is looked again whether a request is still worked on. */
export const LOOK_AGAIN_MS = 30_000

/** How long ago a request left, in milliseconds. `now`: by the server's clock, likewise; null: not known. */
export function sinceSent({ sentAfter }: WriteRequest, now: number | null): number | null {
  return now === null || sentAfter === null ? null : now - Date.parse(sentAfter)
}
