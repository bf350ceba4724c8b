import { isUnderWay, type OutboxEntry, type Problem } from './entry.ts'
import { isUnmeasured } from './ways-out.ts'

/** The sending state of an entry or a move. */
export type Attempt = Pick<OutboxEntry, 'state' | 'problem' | 'attempts' | 'updatedAt'>

/** Parks an entry or move for a person. */
export function parked<Of extends Attempt>(one: Of, problem: Problem): Of {
  return { ...one, state: 'parked', problem }
}

/** Marks an entry or move as sending, before its request is sent (SY4). */
export function leaving<Of extends Attempt>(one: Of): Of {
  return { ...one, state: 'sending', attempts: one.attempts + 1 }
}

/** Marks an entry or move as unknown: its answer is lost, and the server may have applied the request. */
export function unanswered<Of extends Attempt>(one: Of): Of {
  return { ...one, state: 'unknown' }
}

/** Releases a parked entry or move, or lets a failing one start over. */
export function letGo<Of extends Attempt>(one: Of, problem: Problem | null = null): Of {
  return one.state === 'parked' ? { ...one, state: 'waiting', problem } : { ...one, attempts: 0, problem }
}

export type Retry = {
  outcomeUnknown: boolean
  /** True if the write, or the upload of its file, failed although the server could be reached. */
  refused?: boolean
  problem?: Problem
}

/**
 * Puts an entry or move back for another try (SY9): it was not done, or the outcome is unknown. If it was
 * parked meanwhile, it stays parked. `now`: time of the try.
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
 * The number of tries. `leaving` has counted this one already: it is taken off again unless `refused`. A try
 * that failed before the request was sent, as when the file could not be uploaded, is counted here.
 */
function attemptsAfter({ state, attempts }: Attempt, refused: boolean): number {
  if (state === 'sending') return refused ? attempts : attempts - 1
  return refused ? attempts + 1 : attempts
}
