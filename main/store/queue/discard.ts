import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { refId } from '../../../shared/cms/doc-ref.ts'
import { discardAll, discardEntry, stepOf } from '../../../shared/sync/record/discard.ts'
import { forgetDocument, forgetIfGone, readDocument } from '../tables/documents.ts'
import { deleteDraft } from '../tables/draft-rows.ts'
import { resolveRef } from '../tables/ids.ts'
import { deleteEntry, entriesWaitingFor, readEntries, readEntry, updateEntry } from '../tables/outbox-rows.ts'
import { readMovesOf } from '../tables/moves.ts'
import { discardMove } from './moves.ts'
import { changeQueue, changeRecord } from '../record.ts'
import { missingReferences } from '../tables/references.ts'
import { refuseUnless } from './refuse-unless.ts'
import type { StoreContext } from '../store-context.ts'

/**
 * Discards an entry (SY10), and with a creation all that follows. No effect if it is gone; throws `refused` while it
 * is sent. Returns the new document that was removed with it; null: none was.
 */
export function discard(context: StoreContext, key: string): DocRef | null {
  const entry = readEntry(context.db, key)
  if (!entry) return null
  refuseUnless(entry, 'discard')
  const document = readDocument(context.db, entry.ref)
  if (entry.create && document?.isNew !== false) {
    discardNewDocument(context, entry.ref)
    return entry.ref
  }
  if (document !== null) changeRecord(context, document, (record, site) => discardEntry(record, key, site))
  // A copy may bring edits without their document (F87), so nothing can be rebased.
  else
    changeQueue(context, entry.ref, ({ entries }) => {
      const step = stepOf(entries, key)
      return { entries: entries.filter((one) => !step.includes(one)) }
    })
  return null
}

/** See the contract's `documents.discard`. Throws `refused` while something of it is sent. */
export function discardDocument(context: StoreContext, input: DocRef): void {
  const { db, events } = context
  const ref = resolveRef(db, input)
  const entries = readEntries(db, ref)
  for (const entry of entries) refuseUnless(entry, 'discard')
  deleteDraft(db, ref)
  for (const { key } of readMovesOf(db, ref)) discardMove(context, key)
  const document = readDocument(db, ref)
  if (document?.isNew === true) {
    discardNewDocument(context, ref)
    return
  }
  if (document !== null)
    changeRecord(context, document, (record, site) => discardAll(record, record.entries, site))
  else for (const { key } of entries) deleteEntry(db, key)
  forgetIfGone(context, ref)
  events.changed(ref)
  events.outbox()
}

/** Removes a document that the server never had. Waiting entries that refer to it are parked. */
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
