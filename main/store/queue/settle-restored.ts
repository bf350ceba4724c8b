import { replaceEntry } from '../../../shared/sync/record/document-record.ts'
import { takeBase } from '../../../shared/sync/record/take-base.ts'
import { readRecord, recordSite, saveRecord } from '../record.ts'
import type { SettleResult, StoreApi } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'
import { readEntry } from '../tables/outbox-rows.ts'
import { settleDiscarded } from './settle-discarded.ts'

/** See StoreApi.settleRestored. */
export function settleRestored(
  context: StoreContext,
  { key, sent, found, left }: Parameters<StoreApi['settleRestored']>[0],
): SettleResult {
  const { db, events, prepared } = context
  const stored = readEntry(db, key)
  if (stored === null) return settleDiscarded(context, sent, { data: null, locale: null })
  const { ref } = stored
  prepared.delete(key)
  events.outbox()
  const before = readRecord(context, ref)
  // Own values that had become others are not there any more.
  const base = before.base && { ...before.base, adjusted: [] }
  const rest = { ...replaceEntry(before, key, []), base }
  const isOwn = left !== null && found.updatedAt === left
  const { record, arrived, why } = takeBase(rest, { ...found, ref, isOwn }, recordSite(context, ref))
  if (record === null) throw new Error('another request of the document is under way')
  const entry = { ...sent, ref }
  saveRecord(context, before, record, { why, arrived: [{ entry, cells: [] }, ...arrived] })
  return { state: 'settled', ref, problem: null }
}
