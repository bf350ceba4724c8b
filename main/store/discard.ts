import { isUnderWay } from '../../shared/sync/entry.ts'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { refId } from '../../shared/cms/doc-ref.ts'
import { applyChanges } from '../../shared/document/apply.ts'
import { queuedDocument } from '../../shared/document/effective.ts'
import { returnedRows } from '../../shared/document/rebase.ts'
import { givenUpBetween, withAdjustments } from '../../shared/document/server-adjusted.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import type { StoredDocument } from './documents.ts'
import { forgetDocument, forgetIfGone, readDocument, readFacts, writeDocument } from './documents.ts'
import { deleteDraft } from './draft-rows.ts'
import { resolveRef } from './ids.ts'
import { deleteEntry, entriesWaitingFor, readEntries, readEntry, updateEntry } from './outbox-rows.ts'
import { missingReferences } from './references.ts'
import type { Db } from './sql.ts'
import type { StoreContext } from './store-context.ts'
import { keepRowsOfDraft, rebaseOver } from './put-on-base.ts'
import { refuseUnless } from './refuse-unless.ts'

/**
 * Forgets an entry (SY10); the creation of a document with all that follows it. What lies on top of the entry is
 * measured against what is there without it. Nothing happens where it is not there; throws `refused` while it is sent.
 * Answers the new document that went with it.
 */
export function discard(context: StoreContext, key: string): DocRef | null {
  const { db, events } = context
  const entry = readEntry(db, key)
  if (!entry) return null
  refuseUnless(entry, 'discard')
  const document = readDocument(db, entry.ref)
  if (!document || (entry.create && document.isNew)) {
    discardNewDocument(context, entry.ref)
    return entry.ref
  }
  for (const item of [...stepOf(db, entry)].toReversed()) discardOne(context, item)
  forgetIfGone(context, entry.ref)
  events.changed(entry.ref)
  events.outbox()
  return null
}

/** The entries that go with this one: what one save made from it on is one step for a person (DM2). */
function stepOf(db: Db, entry: OutboxEntry): OutboxEntry[] {
  if (entry.group === null) return [entry]
  return readEntries(db, entry.ref).filter(
    (item) =>
      item.key === entry.key || (item.group === entry.group && item.seq > entry.seq && !isUnderWay(item)),
  )
}

function discardOne(context: StoreContext, entry: OutboxEntry): void {
  const { db, site } = context
  context.prepared.delete(entry.key)
  const document = readDocument(db, entry.ref)
  if (!document) {
    deleteEntry(db, entry.key)
    return
  }
  const entries = readEntries(db, entry.ref)
  const index = entries.findIndex((item) => item.key === entry.key)
  deleteEntry(db, entry.key)
  const under = queuedDocument(site.fields(entry.ref), document.data, entries.slice(0, index))
  moveDown(context, document, entries, index, { was: entry, under, is: null })
}

/** See the contract's `documents.discard`. Throws `refused` while something of it is sent. */
export function discardDocument(context: StoreContext, input: DocRef): void {
  const { db, events } = context
  const ref = resolveRef(db, input)
  const entries = readEntries(db, ref)
  for (const entry of entries) refuseUnless(entry, 'discard')
  deleteDraft(db, ref)
  if (readFacts(db, ref)?.isNew) {
    discardNewDocument(context, ref)
    return
  }
  for (const entry of entries.toReversed()) discardOne(context, entry)
  forgetIfGone(context, ref)
  events.changed(ref)
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
 * An entry was given up or has changed: what is queued behind it and the draft are measured against what is there now.
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
  const { ref } = document
  const fields = site.fields(ref)
  const before = applyChanges(fields, under, was.changes)
  const after = is ? applyChanges(fields, under, is.changes) : under
  const asked = was.problem?.conflicts ?? []
  const givenUp = givenUpBetween(fields, before, after, asked)
  const moved: StoredDocument = { ...document, adjusted: withAdjustments(document.adjusted, givenUp) }
  writeDocument(db, moved)
  const behind = entries.slice(index + 1)
  const lost = returnedRows(fields, was.changes, before, after)
  rebaseOver(context, moved, entries, behind, { foreign: false, before, under: after, lost })
  const left = readEntries(db, ref).filter(({ seq }) => behind.some((entry) => entry.seq === seq))
  const [shown, shows] = [queuedDocument(fields, before, behind), queuedDocument(fields, after, left)]
  keepRowsOfDraft(context, ref, shown, shows, lost)
}
