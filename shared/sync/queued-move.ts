import * as v from 'valibot'
import { docRef, refKey, refId } from '../cms/doc-ref.ts'
import { backAgain, leaving, letGo, parked, unanswered } from './attempt.ts'
import type { Retry } from './attempt.ts'
import { entryState, isUnderWay, problem } from './entry.ts'
import type { Problem } from './entry.ts'
import { move } from './move.ts'
import type { Collection } from '../cms/schema-model.ts'
import { jsonObject } from '../json.ts'

/**
 * A queued move in a manual order. Moves have a queue of their own: a position is no content, so a move has no base,
 * no conflict and no position among the entries of its document.
 */
export const queuedMove = v.object({
  /** Names the move for good; uuid. */
  key: v.string(),
  /** Position among all moves and entries of the account, ascending. */
  seq: v.number(),
  ref: docRef,
  /** The target of the move; null: the stored move cannot be read. */
  move: v.nullable(move),
  /** The order key that lists show until the server answers; null: the row stays where it is until then. */
  shown: v.nullable(v.string()),
  state: entryState,
  problem: v.nullable(problem),
  /** Number of tries that failed while the server could be reached, and the one under way; see hasFailedLong. */
  attempts: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type QueuedMove = v.InferOutput<typeof queuedMove>

/**
 * A step in the life of a move:
 * - leave: its request is about to be sent
 * - lose: the answer is lost, as after a crash, so the outcome is unknown
 * - back: it was not done, or the outcome is unknown, and is tried again later
 * - park: it needs a person
 * - let-go: a person releases it, or retries a failing one
 */
export type MoveStep =
  | { type: 'leave' }
  | { type: 'lose' }
  | ({ type: 'back' } & Retry)
  | { type: 'park'; problem: Problem }
  | { type: 'let-go' }

/** Returns the move after a step. `now`: ISO time of this computer. */
export function afterStep(queued: QueuedMove, step: MoveStep, now: string): QueuedMove {
  const changed = { ...queued, updatedAt: now }
  switch (step.type) {
    case 'leave':
      return leaving(changed)
    case 'lose':
      return unanswered(changed)
    case 'back':
      return backAgain(queued, step, now)
    case 'park':
      return parked(changed, step.problem)
    case 'let-go':
      return letGo(changed)
  }
}

/**
 * The moves of one collection that may be sent now, one after another (SY3). The first one without a problem
 * blocks the rest, even if it is held or being sent. Parked moves are skipped, and a failing move of unknown
 * outcome blocks its own document. Reads no more moves than needed.
 */
export function movesInTurn(
  moves: Iterable<QueuedMove>,
  isHeld: (queued: QueuedMove) => boolean,
): QueuedMove[] {
  const inTurn: QueuedMove[] = []
  // Documents with a failing move of unknown outcome.
  const unsure = new Set<string>()
  for (const queued of moves) {
    const { state, problem: trouble, ref } = queued
    if (state === 'parked' || unsure.has(refKey(ref))) continue
    if (state !== 'sending' && !isHeld(queued)) inTurn.push(queued)
    if (trouble === null) break
    if (isUnderWay(queued)) unsure.add(refKey(ref))
  }
  return inTurn
}

/**
 * Moves that a later one of the same document and order replaces: sent after it, they would undo it. Unknown or
 * sending ones are kept until their answer. `moves`: in order.
 */
export function overtakenAmong(moves: readonly QueuedMove[]): QueuedMove[] {
  const later = new Set<string>()
  return moves.toReversed().filter((queued) => {
    if (queued.move === null) return false
    const order = `${refKey(queued.ref)} ${queued.move.field}`
    const isOvertaken = later.has(order) && !isUnderWay(queued)
    later.add(order)
    return isOvertaken
  })
}

/**
 * The request of a move. It is stored before it is sent, so that the outcome can be looked up if no answer
 * comes (SY4).
 */
export const moveRequest = v.object({
  body: jsonObject,
  /** See WriteRequest. */
  sentAfter: v.nullable(v.string()),
  /** The document's order key before the request: another key shows that the move was done. Absent: not known. */
  keyBefore: v.exactOptional(v.nullable(v.string())),
})
export type MoveRequest = v.InferOutput<typeof moveRequest>

/** Builds the request without the keys of neighbours, which are looked up when it is sent. */
export function buildMove({ slug, idType }: Collection, { ref, move: asked }: QueuedMove): MoveRequest {
  const id = refId(ref)
  return {
    body: {
      collectionSlug: slug,
      docsToMove: [idType === 'number' ? Number(id) : id],
      orderableFieldName: asked?.field ?? '',
    },
    sentAfter: null,
  }
}
