import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { removeDeleted } from '../../../shared/sync/record/gone.ts'
import { removeBase } from './bases.ts'
import { forgetDifferences } from '../tables/differences.ts'
import { deleteListRow } from '../lists/list-rows.ts'
import type { StoreContext } from '../store-context.ts'

/** The server has deleted the document, as it was asked to. */
export function settleDeletion(context: StoreContext, ref: DocRef): void {
  forgetDifferences(context.db, ref, null)
  removeBase(context, ref, removeDeleted)
  if (ref.kind === 'collection') deleteListRow(context.db, ref.slug, ref.id)
  context.events.changed(ref)
}
