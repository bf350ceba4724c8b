import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import type { LostRows } from '../../shared/document/change.ts'
import { changesBetween } from '../../shared/document/diff.ts'
import { queuedDocument } from '../../shared/document/effective.ts'
import { joinPath } from '../../shared/document/path.ts'
import { lostRow } from '../../shared/document/rebase.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { rebaseQueue, type QueueRebaseOptions } from '../../shared/sync/queue.ts'
import type { StoredDocument } from './documents.ts'
import { keepLostRows, readDraft } from './draft-rows.ts'
import { deleteEntry, readEntries, updateEntry } from './outbox-rows.ts'
import { recordSent, savedCells } from './sent-entries.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Puts all that is unsent of a document on a base that it was not made on: the queue is merged with it, what that holds
 * already is over, and a draft keeps the rows that are gone. `before`, `foreign`: see QueueRebaseOptions. `ready`: what
 * is to be done to each entry besides. Answers how many entries are over.
 */
export function putOnBase(
  context: StoreContext,
  base: StoredDocument,
  {
    ready,
    ...options
  }: Pick<QueueRebaseOptions, 'before' | 'foreign'> & {
    ready?: (entry: OutboxEntry) => OutboxEntry
  },
): number {
  const { db, site } = context
  const { ref } = base
  const entries = readEntries(db, ref)
  const queue = ready ? entries.map(ready) : entries
  const ended = rebaseOver(context, base, entries, queue, options)
  for (const entry of ended) recordSent(context, ref, entry, { cells: savedCells(entry) })
  const fields = site.fields(ref)
  const lay = queuedDocument(fields, options.before, entries)
  keepRowsOfDraft(context, ref, lay, queuedDocument(fields, base.data, readEntries(db, ref)))
  return ended.length
}

/**
 * Puts a document's queue, or the end of it, on top of what is under it now and stores what became of it. `stored`: the
 * entries as the database has them; `queue`: the same with what is to be done to them besides. `before`: what was under
 * the queue. `under`: what is under it now, where that is not the base. Answers the entries that had nothing left to do.
 */
export function rebaseOver(
  { db, site, events, now }: StoreContext,
  base: StoredDocument,
  stored: readonly OutboxEntry[],
  queue: readonly OutboxEntry[],
  { under = base.data, ...options }: Omit<QueueRebaseOptions, 'adjusted'> & { under?: JsonObject },
): OutboxEntry[] {
  if (queue.length === 0) return []
  const { adjusted } = base
  const result = rebaseQueue(site.documentSchema(base.ref), under, queue, { ...options, adjusted })
  const known = new Map(stored.map((entry) => [entry.key, JSON.stringify(entry)]))
  for (const entry of result.entries) {
    if (known.get(entry.key) === JSON.stringify(entry)) continue
    updateEntry(db, { ...entry, updatedAt: now() })
    events.outbox()
  }
  for (const key of result.ended) {
    deleteEntry(db, key)
    events.outbox()
  }
  return queue.filter(({ key }) => result.ended.includes(key))
}

/**
 * Keeps the rows that are gone from under a draft, also those that it does not edit yet: its form may not have heard of
 * it when it journals the next edit (F53). `before`, `after`: base and queue. `returned`: rows that the draft may have put
 * back, as they were, and that are there again.
 */
export function keepRowsOfDraft(
  { db, site }: StoreContext,
  ref: DocRef,
  before: JsonObject,
  after: JsonObject,
  returned: LostRows = {},
): void {
  const draft = readDraft(db, ref)
  if (draft) keepLostRows(db, ref, draft.lost, { ...returned, ...rowsGone(site.fields(ref), before, after) })
}

function rowsGone(fields: Field[], before: JsonObject, after: JsonObject): LostRows {
  const gone = changesBetween(fields, before, after).flatMap((change) => {
    if (change.kind === 'set') return []
    const { locale, path, from, removed } = change
    return Object.entries(removed).map(
      ([id, row]) => [joinPath(path, id), lostRow(locale, row, from, id)] as const,
    )
  })
  return Object.fromEntries(gone)
}
