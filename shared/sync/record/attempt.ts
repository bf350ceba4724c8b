import { backAgain, leaving, parked, unanswered, type Retry } from '../attempt.ts'
import type { Problem } from '../entry.ts'
import { problemOf } from '../problems.ts'
import { changeEntry, type Queue, type RecordSite } from './document-record.ts'

/** An entry waits for a person. */
export function park<Of extends Queue>(record: Of, key: string, problem: Problem): Of {
  return changeEntry(record, key, (entry) => parked(entry, problem))
}

/** Its request is about to leave (SY4). */
export function leave<Of extends Queue>(record: Of, key: string): Of {
  return changeEntry(record, key, leaving)
}

/** Nobody waits for the answer any more: it may have arrived. */
export function loseAnswer<Of extends Queue>(record: Of, key: string): Of {
  return changeEntry(record, key, unanswered)
}

/**
 * It was not done, or nobody knows, and is tried again later (SY9). `isReplaced`: its document's id belongs to another one
 * by now.
 */
export function comeBack<Of extends Queue>(
  record: Of,
  { key, isReplaced, ...retry }: Retry & { key: string; isReplaced: boolean },
  { now }: Pick<RecordSite, 'now'>,
): Of {
  return changeEntry(record, key, (entry) => {
    if (isReplaced && entry.state !== 'parked') return parked(entry, problemOf('gone'))
    return backAgain(entry, retry, now)
  })
}
