import { isUnderWay, type Problem, problemOf } from '../entry.ts'
import { makeTempId } from '../../cms/doc-ref.ts'
import type { DocumentRecord, RecordSite } from './document-record.ts'

/** Parks all waiting entries of a document that the server no longer has. */
export function parkAsGone(record: DocumentRecord, problem: Problem): DocumentRecord {
  return {
    ...record,
    base: { ...record.base, isGone: true },
    entries: record.entries.map((entry) =>
      entry.state === 'waiting' ? { ...entry, state: 'parked', problem } : entry,
    ),
  }
}

/**
 * Marks a document as gone that the server no longer has. Its deletions are done; a deletion that is being
 * sent gets its own answer.
 */
export function removeBase(record: DocumentRecord): DocumentRecord {
  if (record.base.isNew) return record
  const entries = record.entries.filter((entry) => entry.mode !== 'delete' || isUnderWay(entry))
  return parkAsGone({ ...record, entries }, problemOf('gone'))
}

/**
 * Handles a deleted document whose id the server has given to a new one, as SQLite does with the id of its
 * newest row. Unsent work on the old document is kept under a temporary id and parked, so that it never
 * reaches the new one (SY10).
 */
export function keepReplaced(record: DocumentRecord, { newId }: RecordSite): DocumentRecord {
  const { base, entries } = record
  const ref = base.ref.kind === 'global' ? base.ref : { ...base.ref, id: makeTempId(newId()) }
  return {
    ...record,
    base: { ...base, ref, isGone: true },
    entries: entries.map((entry) => ({
      ...entry,
      ref,
      // An entry that is being sent gets its own answer, and an unreadable entry keeps its stored state.
      ...(entry.state !== 'sending' &&
        entry.problem?.code !== 'broken' && { state: 'parked' as const, problem: problemOf('gone') }),
    })),
  }
}
