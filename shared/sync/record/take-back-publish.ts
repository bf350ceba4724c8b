import type { OutboxEntry } from '../entry.ts'
import { replaceEntry, type DocumentRecord, type RecordSite } from './document-record.ts'
import { discardEntry } from './discard.ts'

/** Turns a queued publish into the draft of its changes; one without changes ends. */
export function takeBackPublish(
  record: DocumentRecord,
  entry: OutboxEntry,
  site: RecordSite,
): DocumentRecord {
  if (entry.changes.length === 0 && !entry.create) return discardEntry(record, entry.key, site)
  // The problem may not concern a draft, so the server is asked again.
  const kept = entry.problem?.code === 'conflict' ? {} : ({ state: 'waiting', problem: null } as const)
  return replaceEntry(record, entry.key, [{ ...entry, mode: 'draft', ...kept }])
}
