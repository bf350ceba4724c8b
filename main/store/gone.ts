import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { refId } from '../../shared/cms/doc-ref.ts'
import type { Problem } from '../../shared/sync/entry.ts'
import { isTempId, makeTempId } from '../../shared/sync/temp-id.ts'
import { forgetDocument, hasOwnWork, readDocument, readFacts, type StoredDocument } from './documents.ts'
import { resolveRef } from './ids.ts'
import { readEntries, updateEntry } from './outbox-rows.ts'
import { problemOf } from '../../shared/sync/problems.ts'
import type { Db } from './sql.ts'
import { one, run } from './sql.ts'
import type { StoreContext } from './store-context.ts'
import { deleteVersions } from './versions.ts'

/** Everything that waits for a document that the server no longer has waits for a person now. */
export function parkAsGone({ db, now }: StoreContext, ref: DocRef, problem: Problem): void {
  for (const entry of readEntries(db, ref)) {
    if (entry.state === 'waiting') updateEntry(db, { ...entry, state: 'parked', problem, updatedAt: now() })
  }
}

/**
 * A document was deleted and the server has given its id to another one, as SQLite does with that of its newest row.
 * What is unsent of the old one is kept under a temporary id and parks: nothing of it may reach the other one (SY10).
 */
export function keepReplaced(context: StoreContext, { ref }: StoredDocument): void {
  const { db, events } = context
  if (ref.kind === 'global') return
  if (!hasOwnWork(db, ref)) {
    forgetDocument(context, ref)
    return
  }
  const { slug, id } = ref
  const kept: DocRef = { ...ref, id: makeTempId(context.newId()) }
  for (const table of ['documents', 'drafts', 'outbox', 'save_differences']) {
    run(db, `UPDATE ${table} SET id = ? WHERE kind = 'collection' AND slug = ? AND id = ?`, kept.id, slug, id)
  }
  run(db, `UPDATE documents SET is_gone = 1 WHERE kind = 'collection' AND slug = ? AND id = ?`, slug, kept.id)
  deleteVersions(db, ref)
  for (const entry of readEntries(db, kept)) {
    context.prepared.delete(entry.key)
    // One that is being sent gets an answer of its own.
    if (entry.state === 'sending' || entry.problem?.code === 'broken') continue
    updateEntry(db, { ...entry, state: 'parked', problem: problemOf('gone'), updatedAt: context.now() })
  }
  events.idAssigned({ slug, tempId: id, id: kept.id })
  events.changed(ref)
  events.changed(kept)
  events.outbox()
}

/** Whether a document is one that was kept under a temporary id because its own belongs to another one. */
export function isReplaced(db: Db, ref: DocRef): boolean {
  return isTempId(refId(ref)) && readFacts(db, ref)?.isGone === true
}

/**
 * The document that changes were made in, by what it is called now. `createdAt` tells it from another one that was
 * given its id while the changes were on their way here.
 */
export function resolveEdited(db: Db, input: DocRef, createdAt: string | undefined): DocRef {
  const ref = resolveRef(db, input)
  if (ref.kind === 'global' || createdAt === undefined) return ref
  // There is hardly ever any, and only then the document itself, which may be large, is looked into.
  const kept = one<{ id: string }>(
    db,
    `SELECT id FROM documents
     WHERE kind = 'collection' AND slug = ? AND is_new = 0 AND is_gone = 1 AND id LIKE 'tmp!_%' ESCAPE '!'
       AND CAST(data ->> '$.id' AS TEXT) = ? AND data ->> '$.createdAt' = ?`,
    ref.slug,
    ref.id,
    createdAt,
  )
  if (!kept || readDocument(db, ref)?.data['createdAt'] === createdAt) return ref
  return { ...ref, id: kept.id }
}
