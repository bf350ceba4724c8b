import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { refKey } from '../../../shared/cms/doc-ref.ts'
import type { KnownDocument } from '../../../shared/sync/record/settle-write.ts'
import { replaceIdInChange } from '../../../shared/sync/replace-id.ts'
import { deleteDocument, readDocument, replaceIdInNewDocuments } from '../tables/documents.ts'
import { deleteDraft, readDraft, refsOfDraftsWith } from '../tables/draft-rows.ts'
import { keepReplaced } from './gone.ts'
import { renameHeldForms } from '../tables/held-forms.ts'
import { storeMapping } from '../tables/ids.ts'
import { requireRecord } from '../record.ts'
import { entriesWaitingFor, readEntries, updateEntry } from '../tables/outbox-rows.ts'
import { hasRows, renameRows } from '../tables/document-rows.ts'
import { UNSENT } from '../tables/table-list.ts'
import type { StoreContext } from '../store-context.ts'

/**
 * Renames a new document to its server id, with all references and waiting entries (SY8), and joins it with a
 * copy under that id. Another document with the id, told by `createdAt`, is kept apart (SY10).
 */
export function assignId(
  context: StoreContext,
  ref: DocRef & { kind: 'collection' },
  real: string | number,
  createdAt: string | null,
): KnownDocument | null {
  const { db, events } = context
  const { slug, id: tempId } = ref
  rewriteEntries(context, ref, real)
  if (String(real) === tempId) return null
  const id = String(real)
  const known = takeKnown(context, ref, { ...ref, id }, createdAt)
  renameRows(db, ref, { ...ref, id })
  storeMapping(db, slug, tempId, real)
  renameHeldForms(context, tempId, id)
  notifyDrafts(context, tempId)
  replaceIdInNewDocuments(db, tempId, real)
  events.idAssigned({ slug, tempId, id, value: real })
  return known
}

/** Removes or merges the document that is here under the real id. */
function takeKnown(
  context: StoreContext,
  temp: DocRef,
  real: DocRef,
  createdAt: string | null,
): KnownDocument | null {
  const { db } = context
  const document = readDocument(db, real)
  if (!document) return null
  // If it is unknown whether they are the same, they stay apart, so that nothing is sent to the wrong document.
  const isSame = !document.isGone && createdAt !== null && document.data['createdAt'] === createdAt
  if (!isSame && hasRows(db, UNSENT, real)) {
    keepReplaced(context, requireRecord(context, real))
    return null
  }
  deleteDocument(db, real)
  if (!isSame) return null
  const drafts = [readDraft(db, temp), readDraft(db, real)].filter((draft) => draft !== null)
  if (drafts.length < 2) return { document, drafts: [] }
  for (const one of [temp, real]) deleteDraft(db, one)
  return { document, drafts: drafts.toSorted((a, b) => (a.savedAt < b.savedAt ? -1 : 1)) }
}

/**
 * Replaces the temporary id in the queues of the document and of those that wait for it. All entries are
 * rewritten: one behind a waiting entry may be measured against the temporary id.
 */
function rewriteEntries(
  { db, events, now }: StoreContext,
  ref: DocRef & { kind: 'collection' },
  real: string | number,
): void {
  const queues = new Map(
    [ref, ...entriesWaitingFor(db, ref.id).map((entry) => entry.ref)].map((item) => [refKey(item), item]),
  )
  for (const queue of queues.values()) {
    for (const entry of readEntries(db, queue)) {
      const changes = entry.changes.map((item) => replaceIdInChange(item, ref.id, real))
      const waitsFor = entry.waitsFor.filter((item) => item !== ref.id)
      updateEntry(db, { ...entry, changes, waitsFor, updatedAt: now() })
    }
    events.changed(queue)
  }
}

/** Drafts get the real id when they are read or sent (DM3), so that screens have to read them again. */
function notifyDrafts({ db, events }: StoreContext, tempId: string): void {
  for (const ref of refsOfDraftsWith(db, tempId)) events.changed(ref)
}
