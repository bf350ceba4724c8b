import type { JsonObject } from '../../shared/json.ts'
import type { OutboxEntry, Problem } from '../../shared/sync/entry.ts'
import * as unfit from '../../shared/sync/record/keep-unfit.ts'
import type { Fitting } from '../../shared/sync/schema-fit.ts'
import type { StoredDocument } from './documents.ts'
import { readEntry } from './outbox-rows.ts'
import { changeRecord, recordSite } from './record.ts'
import type { StoreContext } from './store-context.ts'

/** See shared/sync/record/keep-unfit.ts. */
export function keepApart(
  context: StoreContext,
  base: StoredDocument,
  entry: OutboxEntry,
  apart: readonly unfit.Apart[],
): void {
  changeRecord(context, base, (record, site) => unfit.keepApart(record, entry, apart, site))
}

export function fitOf(context: StoreContext, entry: OutboxEntry, data: JsonObject): Fitting {
  return unfit.fitOf(entry, data, recordSite(context, entry.ref))
}

export function hasOtherShape(context: StoreContext, entry: OutboxEntry, base: StoredDocument): boolean {
  return unfit.hasOtherShape({ base }, entry, recordSite(context, entry.ref))
}

/** Of the first entry of a queue. */
export function keepUnfit(
  context: StoreContext,
  entry: OutboxEntry,
  base: StoredDocument,
): { entry: OutboxEntry; problem: Problem | null } {
  if (fitOf(context, entry, base.data).stays.length === 0) return { entry, problem: null }
  let problem: Problem | null = null
  changeRecord(context, base, (record, site) => {
    const kept = unfit.keepUnfit(record, entry, base.data, site)
    problem = kept.problem
    return kept.record
  })
  return { entry: readEntry(context.db, entry.key) ?? entry, problem }
}

export function parkUnfit(context: StoreContext, base: StoredDocument): void {
  changeRecord(context, base, unfit.parkUnfit)
}
