import { isUnderWay, type OutboxEntry, type Problem } from './entry.ts'
import { isUnmeasured } from './ways-out.ts'

/** How far something that waits for the server has come: an entry, or a move. */
export type Attempt = Pick<OutboxEntry, 'state' | 'problem' | 'attempts' | 'updatedAt'>

/** It waits for a person. */
export function parked<Of extends Attempt>(one: Of, problem: Problem): Of {
  return { ...one, state: 'parked', problem }
}

/** Its request is about to leave (SY4). */
export function leaving<Of extends Attempt>(one: Of): Of {
  return { ...one, state: 'sending', attempts: one.attempts + 1 }
}

/** Nobody waits for the answer any more: it may have arrived. */
export function unanswered<Of extends Attempt>(one: Of): Of {
  return { ...one, state: 'unknown' }
}

/** Lets a parked one go again, or a failing one at once. */
export function letGo<Of extends Attempt>(one: Of, problem: Problem | null = null): Of {
  return one.state === 'parked' ? { ...one, state: 'waiting', problem } : { ...one, attempts: 0, problem }
}

export type Retry = {
  outcomeUnknown: boolean
  /** It, or its file, did not get through although the server was there. */
  refused?: boolean
  problem?: Problem
}

/**
 * It was not done, or nobody knows, and is tried again later (SY9). One that was parked meanwhile stays where it is.
 * `now`: it was tried just now, also where nothing else tells.
 */
export function backAgain<Of extends Attempt>(
  one: Of,
  { outcomeUnknown, refused = false, problem }: Retry,
  now: string,
): Of {
  if (one.state === 'parked') return one
  return {
    ...one,
    state: outcomeUnknown && isUnderWay(one) ? 'unknown' : 'waiting',
    attempts: attemptsAfter(one, refused),
    problem: isUnmeasured(one) ? one.problem : (problem ?? one.problem),
    updatedAt: now,
  }
}

/**
 * Counted when it left; a try that the server did not answer says nothing of the entry. One that failed before it could
 * leave, as the storage did not take its file, counts, too.
 */
function attemptsAfter({ state, attempts }: Attempt, refused: boolean): number {
  if (state === 'sending') return refused ? attempts : attempts - 1
  return refused ? attempts + 1 : attempts
}
