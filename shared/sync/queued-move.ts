import * as v from 'valibot'
import { docRef, sameRef, type DocRef } from '../cms/doc-ref.ts'
import { backAgain, leaving, letGo, parked, unanswered, type Retry } from './attempt.ts'
import { entryState, isUnderWay, problem, type Problem } from './entry.ts'
import { move } from './move.ts'

/**
 * A move of a document in an order that people make, as it waits for the server. Moves have a queue of their own: where
 * a document stands among others is no content of it, so that a move has no base, no conflict and no place among the
 * entries of its document.
 */
export const queuedMove = v.object({
  /** Names the move for good; uuid. */
  key: v.string(),
  /** Its place among all moves and entries of the account, ascending. */
  seq: v.number(),
  ref: docRef,
  /** Where it goes; null: the stored move cannot be read. */
  move: v.nullable(move),
  /** The key by which lists show it until the server has given it one; null: it stays where it is until then. */
  shown: v.nullable(v.string()),
  state: entryState,
  problem: v.nullable(problem),
  /** How often it was tried in vain while the server was there; see failing.ts. */
  attempts: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type QueuedMove = v.InferOutput<typeof queuedMove>

/**
 * What happens to a move:
 * - leave: its request is about to leave
 * - lose: nobody waits for the answer any more
 * - back: it was not done, or nobody knows, and is tried again later
 * - park: it waits for a person
 * - let-go: a person lets it go again, or a failing one at once
 */
export type MoveStep =
  | { type: 'leave' }
  | { type: 'lose' }
  | ({ type: 'back' } & Retry)
  | { type: 'park'; problem: Problem }
  | { type: 'let-go' }

/** The move after that. `now`: ISO time of this computer. */
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
 * Those that may leave now, of all moves in their order: moves of one collection leave one after another, as each is told
 * by where others are (SY3). So does one that is `held`, since something of its document may be at the server: it waits,
 * and those behind it do. One that is parked or keeps failing holds up none, as nobody knows for how long.
 */
export function movesInTurn(
  moves: readonly QueuedMove[],
  isHeld: (queued: QueuedMove) => boolean,
): QueuedMove[] {
  const taken = new Set<string>()
  return moves.filter((queued) => {
    const { state, problem: trouble, ref } = queued
    if (state === 'parked') return false
    const isInTurn = !taken.has(ref.slug)
    if (trouble === null) taken.add(ref.slug)
    return isInTurn && state !== 'sending' && !isHeld(queued)
  })
}

/** Whether a newer move of a document takes the place of one that waits: in the same order, and not under way. */
export function isOvertaken(queued: QueuedMove, ref: DocRef, field: string): boolean {
  return sameRef(queued.ref, ref) && queued.move?.field === field && !isUnderWay(queued)
}
