import * as v from 'valibot'
import { refKey, sameRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import { orderFields } from '../../shared/cms/order-fields.ts'
import { canDoField } from '../../shared/cms/permissions.ts'
import { sessionInfo, type Draft } from '../../shared/ipc.ts'
import { isSameWrite, type OutboxEntry } from '../../shared/sync/entry.ts'
import type {
  ArrivedEntry,
  DocumentRecord,
  Done,
  KnownRecord,
  Queue,
  RecordBase,
  RecordSite,
} from '../../shared/sync/record/document-record.ts'
import { mendWithQueue } from '../../shared/sync/record/mend.ts'
import { orderEntries } from '../../shared/sync/record/order.ts'
import { storable } from './tables/credentials.ts'
import { forgetOvertaken, replaceDifferences } from './tables/differences.ts'
import {
  forgetIfGone,
  noteWrite,
  readDocument,
  requireDocument,
  writeDocument,
  writeFetchedAt,
} from './tables/documents.ts'
import { deleteDraft, readDraft, writeDraft } from './tables/draft-rows.ts'
import { noteArrival } from './lists/changed-elsewhere.ts'
import { refreshListRow } from './lists/list-rows.ts'
import {
  hasTroubleInQueue,
  deleteEntry,
  insertEntry,
  moveBehind,
  readEntries,
  updateEntry,
} from './tables/outbox-rows.ts'
import { withReferences } from './tables/references.ts'
import { getResource } from './tables/resources.ts'
import { recordSent } from './tables/sent-entries.ts'
import { deleteRows, renameRows } from './tables/document-rows.ts'
import { OF_COPY } from './tables/table-list.ts'
import { parkMoves } from './queue/moves.ts'
import type { StoreContext } from './store-context.ts'

/** The site's schema and services for operations on a document's record. */
export function recordSite(context: StoreContext, ref: DocRef): RecordSite {
  const { site, prepared, now, newId } = context
  const entity = site.entity(ref)
  let mayRead: RecordSite['mayRead'] | null = null
  return {
    entity,
    schema: site.documentSchema(ref),
    localization: site.schema?.localization ?? null,
    orders: () => (site.schema && entity?.kind === 'collection' ? orderFields(site.schema, entity) : []),
    storable: (data) => (ref.kind === 'collection' ? storable(site.collection(ref.slug), data) : data),
    mayRead: (path) => (mayRead ??= readableBy(context, ref))(path),
    now: now(),
    newId,
    isPrepared: (key) => prepared.has(key),
  }
}

function readableBy(context: StoreContext, { kind, slug }: DocRef): RecordSite['mayRead'] {
  const session = v.safeParse(sessionInfo, getResource(context, 'session')?.value)
  if (!session.success) return () => true
  return (path) => canDoField(session.output.permissions, kind, slug, path, 'read')
}

/** The record of a document that is here. Throws `no-document`. */
export function requireRecord({ db }: Pick<StoreContext, 'db'>, ref: DocRef): DocumentRecord {
  return { base: requireDocument(db, ref), entries: readEntries(db, ref), draft: readDraft(db, ref) }
}

/** The record of a document, with as much as is here. */
export function readRecord({ db }: Pick<StoreContext, 'db'>, ref: DocRef): KnownRecord {
  return { base: readDocument(db, ref), entries: readEntries(db, ref), draft: readDraft(db, ref) }
}

/** Reads a document's entries and draft, changes the record and saves it. */
export function changeRecord(
  context: StoreContext,
  base: RecordBase,
  change: (record: DocumentRecord, site: RecordSite) => DocumentRecord,
): void {
  const { db } = context
  const record = { base, entries: readEntries(db, base.ref), draft: readDraft(db, base.ref) }
  saveRecord(context, record, change(record, recordSite(context, base.ref)))
}

/** Changes and saves a document's queue alone. */
export function changeQueue(
  context: StoreContext,
  ref: DocRef,
  change: (queue: Queue, site: RecordSite) => Queue,
): void {
  const { db, events } = context
  const before = { entries: readEntries(db, ref) }
  if (!saveEntries(context, before, change(before, recordSite(context, ref)))) return
  events.outbox()
  events.changed(ref)
}

/**
 * Restores the rules of a queue after any change: entries parked for the schema go behind those that they do not hold
 * back, and edits behind a refused or failing entry replace it.
 */
export function settleQueue(context: StoreContext, ref: DocRef): void {
  if (!hasTroubleInQueue(context.db, ref)) return
  const base = readDocument(context.db, ref)
  if (base === null) return
  changeRecord(context, base, (record, site) => mendWithQueue(orderEntries(record, site), site))
}

/** Writes the differences between two records, and updates references, events and lists. */
export function saveRecord(
  context: StoreContext,
  before: KnownRecord,
  after: DocumentRecord,
  { why = null, arrived = [] }: Partial<Pick<Done<unknown>, 'why' | 'arrived'>> = {},
): void {
  const { events } = context
  const { ref } = after.base
  if (before.base !== null && !sameRef(before.base.ref, ref)) renameDocument(context, before.base.ref, ref)
  const isBaseOther = saveBase(context, before.base, after.base)
  saveDraft(context, ref, before.draft, after.draft)
  const isQueueOther = after.entries !== before.entries && saveEntries(context, before, after)
  for (const one of arrived) tellArrived(context, ref, one)
  if (why !== null) takeIn(context, before.base, after.base, why)
  if (isQueueOther || after.base.isGone !== (before.base?.isGone ?? false)) events.outbox()
  if (isQueueOther || isBaseOther) events.changed(ref)
  if (!after.base.isGone) return
  if (before.base?.isGone !== true) parkMoves(context, ref)
  forgetIfGone(context, ref)
}

/** Adds an arrived entry to the history, and stores the values that differ on the server. */
function tellArrived(
  context: StoreContext,
  ref: DocRef,
  { entry, cells, words = null, differences, revision = null }: ArrivedEntry,
): void {
  recordSent(context, ref, entry, { cells, words, revision })
  if (differences === undefined) return
  const found = { key: entry.key, savedAt: context.now(), differences }
  replaceDifferences(context.db, ref, entry.changes, found)
}

/** Moves a document to a temporary id, as its own belongs to another document now (see keepReplaced). */
function renameDocument(context: StoreContext, from: DocRef, to: DocRef): void {
  const { db, events } = context
  renameRows(db, from, to)
  // Versions stay under the old id, where they would count as those of the document that has it now.
  deleteRows(db, OF_COPY, from)
  events.changed(from)
  // Lists of unsent documents have it under its old id.
  events.outbox()
}

/** Saves a base. Returns true if it is another one: a new read time alone does not count. */
function saveBase({ db }: StoreContext, before: RecordBase | null, after: RecordBase): boolean {
  if (after === before) return false
  const was = new Map<string, unknown>(Object.entries(before ?? {}))
  if (Object.entries(after).every(([name, value]) => name === 'fetchedAt' || value === was.get(name))) {
    writeFetchedAt(db, after.ref, after.fetchedAt)
    return false
  }
  writeDocument(db, after)
  return true
}

/**
 * Handles a new base: updates lists, tells forms whose writes are in it, and ends differences that no longer hold.
 */
function takeIn(
  context: StoreContext,
  before: RecordBase | null,
  after: RecordBase,
  why: NonNullable<Done<unknown>['why']>,
): void {
  const { db, learnt, now } = context
  learnt.add(refKey(after.ref))
  refreshListRow(db, after, now())
  const foreign = why === 'theirs'
  if (why !== 'first' && before?.updatedAt !== after.updatedAt)
    noteArrival(context, { ...after, isOwn: why === 'own' })
  if (why !== 'first') noteWrite(context, after.ref, { foreign, replaced: before?.updatedAt ?? null })
  forgetOvertaken(context, after)
}

/**
 * Saves a draft. The form that journals it knows it already; other screens are told when a document starts or stops
 * having edits.
 */
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

/** Saves entries. Returns true if anything was written. */
function saveEntries(context: StoreContext, before: Queue, after: Queue): boolean {
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
  /** Position of the last entry in order; null: one was moved to the end, so the following ones go behind it. */
  let last: number | null = 0
  for (const entry of after.entries) {
    const was = known.get(entry.key)
    if (was === undefined || was.locale !== entry.locale) {
      if (was !== undefined) deleteEntry(db, entry.key)
      insertEntry(db, withReferences(context, { ...entry, updatedAt: now() }))
      last = null
      isOther = true
      continue
    }
    if (was !== entry && !isSame(was, entry)) {
      const isOtherWrite = !isSameWrite(was, entry)
      if (isOtherWrite || entry.state === 'parked') prepared.delete(entry.key)
      // The references of a sent or parked entry do not matter until it is released.
      const next = isOtherWrite || entry.state === 'waiting' ? withReferences(context, entry) : entry
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

/** True if two entries are the same apart from document and position, which belong to the table. */
function isSame(
  { ref: _ref, seq: _seq, changes, ...was }: OutboxEntry,
  { ref: _wantedRef, seq: _wantedSeq, changes: wanted, ...is }: OutboxEntry,
): boolean {
  const sameText = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
  return sameText(was, is) && sameText(changes, wanted)
}
