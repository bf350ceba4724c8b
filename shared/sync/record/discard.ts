import { isUnderWay, type OutboxEntry } from '../entry.ts'
import type { DocumentRecord, RecordSite } from './document-record.ts'
import { replaceInQueue } from './replace-in-queue.ts'

/**
 * Removes an entry, and those of the same save behind it, which are one step for a person (DM2). Edits on top are
 * compared with the document without them.
 */
export function discardEntry(record: DocumentRecord, key: string, site: RecordSite): DocumentRecord {
  return discardAll(record, stepOf(record.entries, key), site)
}

/** Forgets entries, the last one first. */
export function discardAll(
  record: DocumentRecord,
  entries: readonly OutboxEntry[],
  site: RecordSite,
): DocumentRecord {
  return entries.reduceRight((left, { key }) => replaceInQueue(left, key, null, site), record)
}

function stepOf(entries: readonly OutboxEntry[], key: string): OutboxEntry[] {
  const at = entries.findIndex((entry) => entry.key === key)
  const entry = entries[at]
  if (entry === undefined) return []
  return entries.filter(
    (item, index) =>
      item === entry ||
      (entry.group !== null && item.group === entry.group && index > at && !isUnderWay(item)),
  )
}
