import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import type { QueueRebaseOptions } from '../../../shared/sync/queue.ts'
import { putOnBase as putRecordOnBase } from '../../../shared/sync/record/put-on-base.ts'
import type { StoredDocument } from '../tables/documents.ts'
import { changeRecord } from '../record.ts'
import { savedCells } from '../../../shared/sync/record/arrived.ts'
import { recordSent } from '../tables/sent-entries.ts'
import type { StoreContext } from '../store-context.ts'

/**
 * Puts all that is unsent of a document on a base that it was not made on (see shared/sync/record/put-on-base.ts). What
 * that holds already is over, and goes into the history. Answers how many entries are.
 */
export function putOnBase(
  context: StoreContext,
  base: StoredDocument,
  options: Pick<QueueRebaseOptions, 'before' | 'foreign'> & { ready?: (entry: OutboxEntry) => OutboxEntry },
): number {
  let over: OutboxEntry[] = []
  changeRecord(context, base, (record, site) => {
    const { record: next, ended } = putRecordOnBase(record, options, site)
    over = ended
    return next
  })
  for (const entry of over) recordSent(context, base.ref, entry, { cells: savedCells(entry) })
  return over.length
}
