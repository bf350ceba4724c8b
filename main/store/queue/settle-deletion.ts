import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { removeBase } from './bases.ts'
import { dropMoves } from './moves.ts'
import { forgetDifferences } from '../tables/differences.ts'
import { deleteListRow } from '../lists/list-rows.ts'
import type { StoreContext } from '../store-context.ts'

/** The server has deleted the document, as it was asked to. */
export function settleDeletion(context: StoreContext, ref: DocRef): void {
  forgetDifferences(context.db, ref, null)
  dropMoves(context, ref)
  removeBase(context, ref)
  if (ref.kind === 'collection') deleteListRow(context.db, ref.slug, ref.id)
  context.events.changed(ref)
}
