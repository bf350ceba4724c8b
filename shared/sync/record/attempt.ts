import { isUnderWay, type OutboxEntry, type Problem } from '../entry.ts'
import { problemOf } from '../problems.ts'
import { isUnmeasured } from '../ways-out.ts'
import { changeEntry, type Queue, type RecordSite } from './document-record.ts'

/** An entry waits for a person. */
export function park<Of extends Queue>(record: Of, key: string, problem: Problem): Of {
  return changeEntry(record, key, (entry) => ({ ...entry, state: 'parked', problem }))
}

/** Its request is about to leave (SY4). */
export function leave<Of extends Queue>(record: Of, key: string): Of {
  return changeEntry(record, key, (entry) => ({ ...entry, state: 'sending', attempts: entry.attempts + 1 }))
}

/** Nobody waits for the answer any more: it may have arrived. */
export function loseAnswer<Of extends Queue>(record: Of, key: string): Of {
  return changeEntry(record, key, (entry) => ({ ...entry, state: 'unknown' }))
}

export type Retry = {
  key: string
  outcomeUnknown: boolean
  /** It, or its file, did not get through although the server was there. */
  refused?: boolean
  problem?: Problem
}

/**
 * It was not done, or nobody knows, and is tried again later (SY9). `isReplaced`: its document's id belongs to another one
 * by now. One that was parked meanwhile stays where it is.
 */
export function comeBack<Of extends Queue>(
  record: Of,
  { key, outcomeUnknown, refused = false, problem, isReplaced }: Retry & { isReplaced: boolean },
  { now }: Pick<RecordSite, 'now'>,
): Of {
  return changeEntry(record, key, (entry) => {
    if (entry.state === 'parked') return entry
    if (isReplaced) return { ...entry, state: 'parked', problem: problemOf('gone') }
    return {
      ...entry,
      state: outcomeUnknown && isUnderWay(entry) ? 'unknown' : 'waiting',
      attempts: attemptsAfter(entry, refused),
      problem: isUnmeasured(entry) ? entry.problem : (problem ?? entry.problem),
      // It was tried just now, also where nothing else tells.
      updatedAt: now,
    }
  })
}

/**
 * Counted when it left; a try that the server did not answer says nothing of the entry. One that failed before it could
 * leave, as the storage did not take its file, counts, too.
 */
function attemptsAfter({ state, attempts }: OutboxEntry, refused: boolean): number {
  if (state === 'sending') return refused ? attempts : attempts - 1
  return refused ? attempts + 1 : attempts
}
