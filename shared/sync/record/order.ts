import { queuedDocument } from '../../document/effective.ts'
import type { OutboxEntry } from '../entry.ts'
import type { NextWrite } from '../queue.ts'
import { isPassable, mayPass, queueOrder, type UnderQueue } from '../queue-order.ts'
import type { DocumentRecord, RecordSite } from './document-record.ts'

/** Moves passable entries behind the entries that they do not hold back (see queueOrder). */
export function orderEntries(record: DocumentRecord, site: RecordSite): DocumentRecord {
  const { entries } = record
  if (entries.length < 2 || !entries.some(isPassable)) return record
  const order = queueOrder(underQueue(record, site), entries)
  return order.every((entry, index) => entry === entries[index]) ? record : { ...record, entries: order }
}

function underQueue({ base, entries }: DocumentRecord, { schema: { fields } }: RecordSite): UnderQueue {
  return { fields, data: queuedDocument(fields, base.data, entries) }
}

/** Returns a test that is true for entries to be sent before a new write, and false for those it may pass. */
export function leavesBefore(
  record: DocumentRecord,
  { mode, locale, changes }: NextWrite,
  site: RecordSite,
): (entry: OutboxEntry) => boolean {
  const under = underQueue(record, site)
  const write = { mode, locale, changes: [...changes] }
  return (entry) => !(isPassable(entry) && mayPass(under, entry, write))
}
