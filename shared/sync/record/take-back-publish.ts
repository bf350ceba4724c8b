import type { OutboxEntry } from '../entry.ts'
import { replaceEntry, type DocumentRecord, type RecordSite } from './document-record.ts'
import { discardEntry } from './discard.ts'

/** Makes a queued publish the draft of its changes; one without changes ends. */
export function takeBackPublish(
  record: DocumentRecord,
  entry: OutboxEntry,
  site: RecordSite,
): DocumentRecord {
  if (entry.changes.length === 0 && !entry.create) return discardEntry(record, entry.key, site)
  // What it was parked for may not concern a draft; the server is asked anew.
  const kept = entry.problem?.code === 'conflict' ? {} : ({ state: 'waiting', problem: null } as const)
  return replaceEntry(record, entry.key, [{ ...entry, mode: 'draft', ...kept }])
}
