import * as v from 'valibot'
import { fileId } from '../fields/file/pending-file.ts'
import { jsonObject } from '../json.ts'

/**
 * The file of a write:
 * - here: in the account's folder, sent with the request
 * - uploaded: already in the site's storage, and referred to by `reference` (S7.11, S7.12)
 */
export const requestFile = v.variant('kind', [
  v.object({
    kind: v.literal('here'),
    id: fileId,
    name: v.string(),
    mimeType: v.string(),
    size: v.number(),
  }),
  v.object({ kind: v.literal('uploaded'), reference: jsonObject }),
])
export type RequestFile = v.InferOutput<typeof requestFile>

/**
 * The HTTP request of an outbox entry. It is stored before it is sent, so that the identical one can be sent again
 * under the same key (SY4).
 */
export const writeRequest = v.object({
  method: v.picklist(['POST', 'PATCH', 'DELETE']),
  /** Below the API root, with its query: `/posts/12?draft=true&locale=en&depth=0`. */
  path: v.string(),
  body: v.nullable(jsonObject),
  /** Idempotency-Key; a new one for each request that is built after a definite answer. */
  idempotencyKey: v.string(),
  /** updatedAt of the base, for the stale check; null for a creation. */
  baseUpdatedAt: v.nullable(v.string()),
  /**
   * Server time (ISO) before which the request cannot have arrived; null: not known. Documents created earlier are
   * not from it, and long after it no part of it can still arrive.
   */
  sentAfter: v.optional(v.nullable(v.string()), null),
  /** Fingerprint of the schema at the time; null: not known. A site with another schema refuses it (SY13). */
  schema: v.exactOptional(v.nullable(v.string())),
  /**
   * The file of a multipart request: it becomes the part `file`, the body the part `_payload`. Null: a plain
   * JSON request.
   */
  file: v.optional(v.nullable(requestFile), null),
})
export type WriteRequest = v.InferOutput<typeof writeRequest>
