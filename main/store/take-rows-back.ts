import type { Change } from '../../shared/document/change.ts'
import { queuedDocument } from '../../shared/document/effective.ts'
import type { JsonObject } from '../../shared/json.ts'
import { publishes, type OutboxEntry, hasOwnEffect } from '../../shared/sync/entry.ts'
import { coalescesWith } from '../../shared/sync/queue.ts'
import type { NextWrite } from '../../shared/sync/queue.ts'
import { takeBackRows } from '../../shared/sync/take-back-rows.ts'
import type { StoredDocument } from './documents.ts'
import { isBefore } from './order-queue.ts'
import { deleteEntry, updateEntry } from './outbox-rows.ts'
import { withReferences } from './references.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Takes rows out of a document's queue whose coming or going a write takes back (see takeBackRows); null where there
 * are none. Answers what is left to write, and what then lies under it.
 */
export function takeRowsBack(
  context: StoreContext,
  document: StoredDocument,
  entries: OutboxEntry[],
  write: NextWrite,
): { data: JsonObject; changes: Change[] } | null {
  const { db, now, site } = context
  const fields = site.fields(document.ref)
  const open = openEntries(context, document, entries, write)
  const rest = takeBackRows(fields, document.data, entries, (entry) => open.has(entry.key), write.changes)
  if (rest === null) return null
  for (const [at, entry] of rest.queue.entries()) {
    if (entry === entries[at]) continue
    if (entry.changes.length === 0 && !entry.create) deleteEntry(db, entry.key)
    else updateEntry(db, { ...withReferences(context, document, entry), updatedAt: now() })
  }
  return { data: queuedDocument(fields, document.data, rest.queue), changes: rest.changes }
}

/** The last entries that a write would join if it were of their locale (SY3). */
function openEntries(
  context: StoreContext,
  document: StoredDocument,
  entries: OutboxEntry[],
  write: NextWrite,
): Set<string> {
  // What is of other locales goes before an unpublish or a deletion, as a draft.
  const mode = hasOwnEffect(write.mode) && !publishes(write.mode) ? 'draft' : write.mode
  const before = entries.filter(isBefore(context, document, entries, write))
  const closed = before.findLastIndex(
    (entry) => context.prepared.has(entry.key) || !coalescesWith(entry, { mode, locale: entry.locale }),
  )
  return new Set(before.slice(closed + 1).map(({ key }) => key))
}
