import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { LAST_STATE } from '../../../shared/document/versions.ts'
import { removeBase } from './bases.ts'
import { dropMoves } from './moves.ts'
import { forgetDifferences } from '../tables/differences.ts'
import { readDocument } from '../tables/documents.ts'
import { keepDeleted } from '../tables/version-contents.ts'
import { deleteListRow } from '../lists/list-rows.ts'
import type { StoreContext } from '../store-context.ts'

/** Removes a document that the server has deleted as asked. Its last state stays readable for some time. */
export function settleDeletion(context: StoreContext, ref: DocRef): void {
  keepLastState(context, ref)
  forgetDifferences(context.db, ref, null)
  dropMoves(context, ref)
  removeBase(context, ref)
  if (ref.kind === 'collection') deleteListRow(context.db, ref.slug, ref.id)
  context.events.changed(ref)
}

function keepLastState(context: StoreContext, ref: DocRef): void {
  const document = readDocument(context.db, ref)
  // Nothing is kept of documents of users.
  if (document === null || document.isNew || context.site.collection(ref.slug)?.auth === true) return
  const version = {
    id: LAST_STATE,
    updatedAt: document.updatedAt ?? document.fetchedAt,
    status: document.status,
    autosave: false,
    publishedLocale: null,
    latest: true,
  }
  keepDeleted(context, ref, { version, data: document.data })
}
