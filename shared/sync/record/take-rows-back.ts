import type { Change } from '../../document/change.ts'
import { queuedDocument } from '../../document/effective.ts'
import type { JsonObject } from '../../json.ts'
import { hasOwnEffect, publishes } from '../entry.ts'
import { coalescesWith, type NextWrite } from '../queue.ts'
import { takeBackRows } from '../take-back-rows.ts'
import type { DocumentRecord, RecordSite } from './document-record.ts'
import { leavesBefore } from './order.ts'

/**
 * Takes rows out of the queue that a write removes again, or restores (see takeBackRows); null: there are none.
 * Returns the remaining changes, and the document below them.
 */
export function takeRowsBack(
  record: DocumentRecord,
  write: NextWrite,
  site: RecordSite,
): { record: DocumentRecord; data: JsonObject; changes: Change[] } | null {
  const { base, entries } = record
  const { fields } = site.schema
  const open = openEntries(record, write, site)
  const rest = takeBackRows(fields, base.data, entries, (entry) => open.has(entry.key), write.changes)
  if (rest === null) return null
  const left = rest.queue.filter(
    (entry, at) => entry === entries[at] || entry.changes.length > 0 || entry.create,
  )
  return {
    record: { ...record, entries: left },
    data: queuedDocument(fields, base.data, rest.queue),
    changes: rest.changes,
  }
}

/** Keys of the last entries that a write would join if it had their locale (SY3). */
function openEntries(record: DocumentRecord, write: NextWrite, site: RecordSite): Set<string> {
  // Changes of other locales go before an unpublish or a deletion, as a draft.
  const mode = hasOwnEffect(write.mode) && !publishes(write.mode) ? 'draft' : write.mode
  const before = record.entries.filter(leavesBefore(record, write, site))
  const closed = before.findLastIndex(
    (entry) => site.isPrepared(entry.key) || !coalescesWith(entry, { mode, locale: entry.locale }),
  )
  return new Set(before.slice(closed + 1).map(({ key }) => key))
}
