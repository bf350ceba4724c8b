import { isUnderWay } from '../../shared/sync/entry.ts'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { removeBase } from './bases.ts'
import { forgetDifferences } from './differences.ts'
import { deleteListRow } from './list-rows.ts'
import { deleteEntry, readEntries } from './outbox-rows.ts'
import type { StoreContext } from './store-context.ts'

/** The server has deleted the document, as it was asked to. */
export function settleDeletion(context: StoreContext, ref: DocRef): void {
  forgetDifferences(context.db, ref, null)
  // What is nowhere has no place among others.
  for (const entry of readEntries(context.db, ref))
    if (entry.mode === 'move' && !isUnderWay(entry)) deleteEntry(context.db, entry.key)
  removeBase(context, ref)
  if (ref.kind === 'collection') deleteListRow(context.db, ref.slug, ref.id)
  context.events.changed(ref)
}
