import * as v from 'valibot'
import { refId } from '../cms/doc-ref.ts'
import type { Collection } from '../cms/schema-model.ts'
import { jsonObject } from '../json.ts'
import type { QueuedMove } from './queued-move.ts'

/** The request of a move. It is written down before it leaves: by it is found what became of one without an answer (SY4). */
export const moveRequest = v.object({
  body: jsonObject,
  /** See WriteRequest. */
  sentAfter: v.nullable(v.string()),
  /** The document's order key before, by which an earlier move is recognised. Absent: not known. */
  keyBefore: v.exactOptional(v.nullable(v.string())),
})
export type MoveRequest = v.InferOutput<typeof moveRequest>

/** The request as far as it is known here: the keys of neighbours are looked up when it is sent. */
export function buildMove({ slug, idType }: Collection, { ref, move }: QueuedMove): MoveRequest {
  const id = refId(ref)
  return {
    body: {
      collectionSlug: slug,
      docsToMove: [idType === 'number' ? Number(id) : id],
      orderableFieldName: move?.field ?? '',
    },
    sentAfter: null,
  }
}
