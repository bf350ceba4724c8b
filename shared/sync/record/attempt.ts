import { backAgain, leaving, parked, unanswered, letGo } from '../attempt.ts'
import type { Retry } from '../attempt.ts'
import type { Problem } from '../entry.ts'
import { problemOf } from '../entry.ts'
import { changeEntry } from './document-record.ts'
import type { Queue, RecordSite, DocumentRecord } from './document-record.ts'
import { waitsForSite } from '../ways-out.ts'

/** Parks an entry for a person. */
export function park<Of extends Queue>(record: Of, key: string, problem: Problem): Of {
  return changeEntry(record, key, (entry) => parked(entry, problem))
}

/** Marks the entry as sending, before its request is sent (SY4). */
export function leave<Of extends Queue>(record: Of, key: string): Of {
  return changeEntry(record, key, leaving)
}

/** Marks an entry as unknown: its answer is lost, and the server may have applied the request. */
export function loseAnswer<Of extends Queue>(record: Of, key: string): Of {
  return changeEntry(record, key, unanswered)
}

/**
 * Puts the entry back for another try (SY9): it was not done, or the outcome is unknown. `isReplaced`: its document's
 * id belongs to another one now.
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

/**
 * Releases a parked entry, or lets a failing one start over. If it waited for the schema, the document is read first
 * (see isUnmeasured), unless it is new.
 */
export function release(record: DocumentRecord, key: string): DocumentRecord {
  return changeEntry(record, key, (entry) =>
    letGo(entry, waitsForSite(entry) && !record.base.isNew ? entry.problem : null),
  )
}
