import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { queuedDocument } from '../../shared/document/effective.ts'
import { isPassable, mayPass, queueOrder, type UnderQueue } from '../../shared/sync/queue-order.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import type { NextWrite } from '../../shared/sync/queue.ts'
import { readDocument, type StoredDocument } from './documents.ts'
import { moveBehind, readEntries } from './outbox-rows.ts'
import type { StoreContext } from './store-context.ts'

/** Puts what holds back nothing else behind what it does not hold back, in any document whose queue has changed. */
export function orderQueue(context: StoreContext, ref: DocRef): void {
  const entries = readEntries(context.db, ref)
  if (entries.length < 2 || !entries.some(isPassable)) return
  const document = readDocument(context.db, ref)
  if (!document) return
  const order = queueOrder(underQueue(context, document, entries), entries)
  const at = order.findIndex(({ key }, index) => key !== entries[index]?.key)
  if (at < 0) return
  moveBehind(
    context.db,
    order.slice(at).map(({ key }) => key),
  )
}

export function underQueue(
  { site }: StoreContext,
  { ref, data }: StoredDocument,
  entries: readonly OutboxEntry[],
): UnderQueue {
  const fields = site.fields(ref)
  return { fields, data: queuedDocument(fields, data, entries) }
}

/** Whether an entry leaves before a write that is about to be queued: not a move, and not what the write may pass. */
export function isBefore(
  context: StoreContext,
  document: StoredDocument,
  entries: readonly OutboxEntry[],
  { mode, locale, changes }: NextWrite,
): (entry: OutboxEntry) => boolean {
  const under = underQueue(context, document, entries)
  const write = { mode, locale, changes: [...changes] }
  return (entry) => entry.mode !== 'move' && !(isPassable(entry) && mayPass(under, entry, write))
}
