import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { refId, isTempId } from '../../../shared/cms/doc-ref.ts'
import type { DocumentRecord } from '../../../shared/sync/record/document-record.ts'
import { keepReplaced as keepRecord } from '../../../shared/sync/record/gone.ts'
import { findReplaced, forgetDocument, hasOwnWork, readDocument, readFacts } from '../tables/documents.ts'
import { resolveRef } from '../tables/ids.ts'
import { recordSite, saveRecord } from '../record.ts'
import type { Db } from '../tables/sql.ts'
import type { StoreContext } from '../store-context.ts'

/**
 * Moves the unsent edits of a deleted document to a temporary id, as its own id belongs to another document now (see
 * shared/sync/record/gone.ts).
 */
export function keepReplaced(context: StoreContext, document: DocumentRecord): void {
  const { db, events, prepared } = context
  const { ref } = document.base
  if (ref.kind === 'global') return
  if (!hasOwnWork(db, ref)) {
    forgetDocument(context, ref)
    return
  }
  for (const { key } of document.entries) prepared.delete(key)
  const kept = keepRecord(document, recordSite(context, ref))
  saveRecord(context, document, kept)
  events.idAssigned({ slug: ref.slug, tempId: ref.id, id: refId(kept.base.ref) })
}

/** True if a document was moved to a temporary id because its own belongs to another one. */
export function isReplaced(db: Db, ref: DocRef): boolean {
  return isTempId(refId(ref)) && readFacts(db, ref)?.isGone === true
}

/**
 * The present name of the document that changes were made in. `createdAt` tells it from another one that got its id
 * in the meantime.
 */
export function resolveEdited(db: Db, input: DocRef, createdAt: string | undefined): DocRef {
  const ref = resolveRef(db, input)
  if (ref.kind === 'global' || createdAt === undefined) return ref
  // The document may be large, so it is read only in the rare case that a replaced one exists.
  const kept = findReplaced(db, ref.slug, ref.id, createdAt)
  if (kept === null || readDocument(db, ref)?.data['createdAt'] === createdAt) return ref
  return { ...ref, id: kept }
}
