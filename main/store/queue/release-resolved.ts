import { makeRef } from '../../../shared/cms/doc-ref.ts'
import { savedCells } from '../../../shared/sync/record/arrived.ts'
import { mergeAgain } from '../../../shared/sync/record/merge-again.ts'
import { readRecord, recordSite, saveRecord } from '../record.ts'
import type { StoreContext } from '../store-context.ts'
import { all, one } from '../tables/sql.ts'

const IN_CONFLICT = `state = 'parked' AND problem_code = 'conflict'`

export function hasConflicts({ db }: StoreContext): boolean {
  return one(db, `SELECT 1 FROM outbox WHERE ${IN_CONFLICT} LIMIT 1`) !== undefined
}

/** What an earlier version, or an earlier schema, parked for a conflict that is none any more asks nobody (SY7). */
export function releaseResolved(context: StoreContext): void {
  const { db } = context
  type Row = { kind: 'collection' | 'global'; slug: string; id: string }
  for (const row of all<Row>(db, `SELECT DISTINCT kind, slug, id FROM outbox WHERE ${IN_CONFLICT}`)) {
    const ref = makeRef(row.kind, row.slug, row.id)
    const { base, ...unsent } = readRecord(context, ref)
    if (base === null) continue
    const before = { ...unsent, base }
    const { record, ended } = mergeAgain(before, recordSite(context, ref))
    saveRecord(context, before, record, {
      arrived: ended.map((entry) => ({ entry, cells: savedCells(entry) })),
    })
  }
}
