import { takeBase } from '../../../shared/sync/record/take-base.ts'
import { withoutSent } from '../../../shared/sync/record/settle-write.ts'
import { readRecord, recordSite, saveRecord } from '../record.ts'
import type { SettleResult, StoreApi } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'
import { readEntry } from '../tables/outbox-rows.ts'
import { recordSent } from '../tables/sent-entries.ts'
import { resolveRef } from '../tables/ids.ts'
import { putBase } from './bases.ts'

/** See StoreApi.settleRestored. */
export function settleRestored(
  context: StoreContext,
  { key, sent, found, left }: Parameters<StoreApi['settleRestored']>[0],
): SettleResult {
  const { db, events } = context
  const stored = readEntry(db, key)
  const ref = stored?.ref ?? resolveRef(db, sent.ref)
  const known = readRecord(context, ref)
  const entry = { ...sent, ref }
  if (stored === null || known.base === null) {
    // It was discarded while it was asked what became of it.
    recordSent(context, ref, entry, { cells: [] })
    putBase(context, found)
    return { state: 'discarded', ref, problem: null }
  }
  context.prepared.delete(key)
  events.outbox()
  const site = recordSite(context, ref)
  const before = { ...known, base: known.base }
  // Own values that had become others are not there any more.
  const rest = withoutSent({ ...before, base: { ...before.base, adjusted: [] } }, entry, site)
  const isOwn = left !== null && found.updatedAt === left
  const { record, arrived, why } = takeBase(rest, { ...found, ref, isOwn }, site)
  saveRecord(context, before, record ?? rest, { why, arrived: [{ entry, cells: [] }, ...arrived] })
  return { state: 'settled', ref, problem: null }
}
