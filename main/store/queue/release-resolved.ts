import { savedCells } from '../../../shared/sync/record/arrived.ts'
import { mergeAgain } from '../../../shared/sync/record/merge-again.ts'
import { readRecord, recordSite, saveRecord } from '../record.ts'
import type { StoreContext } from '../store-context.ts'
import { isAnyParkedFor, refsParkedFor } from '../tables/outbox-rows.ts'

const IN_CONFLICT = ['conflict'] as const

export function hasConflicts({ db }: StoreContext): boolean {
  return isAnyParkedFor(db, IN_CONFLICT)
}

/**
 * Merges entries again that an earlier version, or an earlier schema, parked for a conflict, and releases those
 * without one (SY7).
 */
export function releaseResolved(context: StoreContext): void {
  for (const ref of refsParkedFor(context.db, IN_CONFLICT)) {
    const { base, ...unsent } = readRecord(context, ref)
    if (base === null) continue
    const before = { ...unsent, base }
    const { record, ended } = mergeAgain(before, recordSite(context, ref))
    saveRecord(context, before, record, {
      arrived: ended.map((entry) => ({ entry, cells: savedCells(entry) })),
    })
  }
}
