import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Draft } from '../../shared/ipc.ts'
import { isSameWrite, type OutboxEntry } from '../../shared/sync/entry.ts'
import type { DocumentRecord, RecordBase, RecordSite } from '../../shared/sync/record/document-record.ts'
import { mendWithQueue } from '../../shared/sync/record/mend.ts'
import { orderEntries } from '../../shared/sync/record/order.ts'
import { forgetIfGone, readDocument, requireDocument, writeDocument } from './documents.ts'
import { deleteDraft, readDraft, writeDraft } from './draft-rows.ts'
import {
  hasTroubleInQueue,
  deleteEntry,
  insertEntry,
  moveBehind,
  readEntries,
  updateEntry,
} from './outbox-rows.ts'
import { withReferences } from './references.ts'
import type { StoreContext } from './store-context.ts'

/** What operations on a document's record need of the site, at this moment. */
export function recordSite({ site, prepared, now, newId }: StoreContext, ref: DocRef): RecordSite {
  return {
    entity: site.entity(ref),
    schema: site.documentSchema(ref),
    localization: site.schema?.localization ?? null,
    now: now(),
    newId,
    isPrepared: (key) => prepared.has(key),
  }
}

/** The record of a document that is here. Throws `no-document`. */
export function requireRecord({ db }: Pick<StoreContext, 'db'>, ref: DocRef): DocumentRecord {
  return { base: requireDocument(db, ref), entries: readEntries(db, ref), draft: readDraft(db, ref) }
}

/** Reads what is kept beside a base, changes the record and saves it. */
export function changeRecord(
  context: StoreContext,
  base: RecordBase,
  change: (record: DocumentRecord, site: RecordSite) => DocumentRecord,
): void {
  const { db } = context
  const record = { base, entries: readEntries(db, base.ref), draft: readDraft(db, base.ref) }
  saveRecord(context, record, change(record, recordSite(context, base.ref)))
}

/**
 * What is so of any queue that has changed, whatever changed it: what holds back nothing stands behind, and what was
 * edited behind a refused entry takes its place.
 */
export function settleQueue(context: StoreContext, ref: DocRef): void {
  if (!hasTroubleInQueue(context.db, ref)) return
  const base = readDocument(context.db, ref)
  if (base === null) return
  changeRecord(context, base, (record, site) => mendWithQueue(orderEntries(record, site), site))
}

/** Writes what differs, and what follows from it: who refers to what, what is told, what is not needed any more. */
export function saveRecord(context: StoreContext, before: DocumentRecord, after: DocumentRecord): void {
  const { db, events } = context
  const { ref } = after.base
  if (after.base !== before.base) writeDocument(db, after.base)
  saveDraft(context, ref, before.draft, after.draft)
  const isQueueOther = after.entries !== before.entries && saveEntries(context, before, after)
  if (isQueueOther) events.outbox()
  if (isQueueOther || after.base !== before.base) events.changed(ref)
  if (after.base.isGone) forgetIfGone(context, ref)
}

/** What a form journals it knows itself; others are told where a document has begun or ended to hold edits. */
export function saveDraft(
  { db, events }: StoreContext,
  ref: DocRef,
  before: Draft | null,
  after: Draft | null,
): void {
  if (before === after) return
  if (after === null) deleteDraft(db, ref)
  else writeDraft(db, ref, after)
  if (holds(before) === holds(after)) return
  events.changed(ref)
  events.outbox()
}

function holds(draft: Draft | null): 'nothing' | 'texts' | 'edits' {
  if (draft === null) return 'nothing'
  return draft.changes.length > 0 ? 'edits' : 'texts'
}

/** Whether anything was to be written. */
function saveEntries(context: StoreContext, before: DocumentRecord, after: DocumentRecord): boolean {
  const { db, prepared, now } = context
  const known = new Map(before.entries.map((entry) => [entry.key, entry]))
  const left = new Set(after.entries.map(({ key }) => key))
  let isOther = false
  for (const key of known.keys()) {
    if (left.has(key)) continue
    deleteEntry(db, key)
    prepared.delete(key)
    isOther = true
  }
  /** The place of the last one that is in its order; null: one was put at the end, and what follows goes behind it. */
  let last: number | null = 0
  for (const entry of after.entries) {
    const was = known.get(entry.key)
    if (was === undefined || was.locale !== entry.locale) {
      if (was !== undefined) deleteEntry(db, entry.key)
      insertEntry(db, withReferences(context, after.base, { ...entry, updatedAt: now() }))
      last = null
      isOther = true
      continue
    }
    if (!isSame(was, entry)) {
      if (!isSameWrite(was, entry)) prepared.delete(entry.key)
      const next = withReferences(context, after.base, entry)
      updateEntry(db, { ...next, seq: was.seq, updatedAt: now() })
      isOther = true
    }
    last = last !== null && was.seq > last ? was.seq : null
    if (last !== null) continue
    moveBehind(db, [entry.key])
    isOther = true
  }
  return isOther
}

function isSame(was: OutboxEntry, is: OutboxEntry): boolean {
  return was === is || JSON.stringify(was) === JSON.stringify(is)
}
