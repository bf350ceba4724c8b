import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { refId } from '../../shared/cms/doc-ref.ts'
import { applyChanges } from '../../shared/document/apply.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { rebaseOver } from './bases.ts'
import { carryOver } from './carry-over.ts'
import type { StoredDocument } from './documents.ts'
import { forgetDocument, forgetIfGone, readDocument, withEntries } from './documents.ts'
import { readDrafts, writeDraft } from './draft-rows.ts'
import { deleteEntry, entriesWaitingFor, readEntries, readEntry, updateEntry } from './outbox-rows.ts'
import { missingReferences } from './references.ts'
import type { StoreContext } from './store-context.ts'
import { StoreError } from './store-error.ts'

/**
 * Forgets an entry (SY10); the creation of a document with all that follows it. What lies on top of the entry is
 * measured against what is there without it. Nothing happens where it is not there; throws `busy` while it is sent.
 */
export function discard(context: StoreContext, key: string): void {
  const { db, events } = context
  const entry = readEntry(db, key)
  if (!entry) return
  if (entry.state === 'sending') throw new StoreError('busy', 'The entry is being sent')
  const document = readDocument(db, entry.ref)
  if (!document || (entry.create && document.isNew)) {
    discardNewDocument(context, entry.ref)
    return
  }
  const entries = readEntries(db, entry.ref)
  const index = entries.findIndex((item) => item.key === key)
  deleteEntry(db, key)
  const under = withEntries(context.site.fields(entry.ref), document.data, entries.slice(0, index))
  moveDown(context, document, entries, index, { was: entry, under, is: null })
  forgetIfGone(context, entry.ref)
  events.changed(entry.ref)
  events.outbox()
}

/** Forgets a document that the server never had. Entries that refer to it wait for a person. */
export function discardNewDocument(context: StoreContext, ref: DocRef): void {
  const { db, events, now } = context
  const waiting = entriesWaitingFor(db, refId(ref)).filter((entry) => refId(entry.ref) !== refId(ref))
  forgetDocument(context, ref)
  for (const entry of waiting) {
    const waitsFor = entry.waitsFor.filter((id) => id !== refId(ref))
    const problem = missingReferences(db, entry)
    const parked = problem && entry.state === 'waiting' ? ({ state: 'parked', problem } as const) : {}
    updateEntry(db, { ...entry, waitsFor, ...parked, updatedAt: now() })
    events.changed(entry.ref)
  }
}

/**
 * An entry was given up or has changed: what is queued behind it and the drafts are put on top of what is there now.
 * `index`: its place in `entries`; `under`: the data below it; `is`: what became of it.
 */
export function moveDown(
  context: StoreContext,
  document: StoredDocument,
  entries: readonly OutboxEntry[],
  index: number,
  { was, under, is }: { was: OutboxEntry; under: JsonObject; is: OutboxEntry | null },
): void {
  const { db, site } = context
  const fields = site.fields(document.ref)
  const before = applyChanges(fields, under, was.changes, was.locale)
  const after = is ? applyChanges(fields, under, is.changes, is.locale) : under
  const layers = [...entries.slice(index + 1), ...readDrafts(db, document.ref)]
  const moved = carryOver(fields, before, after, layers)
  const queue = moved.filter((layer) => 'key' in layer)
  for (const layer of moved) if ('savedAt' in layer) writeDraft(db, document.ref, layer)
  rebaseOver(context, document, entries, [...entries.slice(0, index), ...(is ? [is] : []), ...queue], {
    foreign: false,
  })
}
