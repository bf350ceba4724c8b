import * as v from 'valibot'
import { jsonObject } from '../json.ts'

/**
 * One HTTP request that carries an outbox entry. It is stored as it is before it leaves, so that it can be sent again
 * to the letter under the same key (SY4).
 */
export const writeRequest = v.object({
  method: v.picklist(['POST', 'PATCH', 'DELETE']),
  /** Below the API root, with its query: `/posts/12?draft=true&locale=en&depth=0`. */
  path: v.string(),
  body: v.nullable(jsonObject),
  /** Idempotency-Key; a new one whenever the request is built anew after a definite answer. */
  idempotencyKey: v.string(),
  /** updatedAt of the base, for the stale check; null for a creation. */
  baseUpdatedAt: v.nullable(v.string()),
  /**
   * A time of the server's clock (ISO) before which the request cannot have arrived; null: not known. What was
   * created before it is not what this request created; long after it nothing of the request is on its way any more.
   */
  sentAfter: v.optional(v.nullable(v.string()), null),
})
export type WriteRequest = v.InferOutput<typeof writeRequest>
