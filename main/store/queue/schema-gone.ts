import { makeRef } from '../../../shared/cms/doc-ref.ts'
import { fitOf } from '../../../shared/sync/record/keep-unfit.ts'
import { release } from '../../../shared/sync/record/release.ts'
import { WAITS_FOR_SITE } from '../../../shared/sync/ways-out.ts'
import { readDocument } from '../tables/documents.ts'
import { releaseMoves } from './moves.ts'
import { readEntry } from '../tables/outbox-rows.ts'
import { changeRecord } from '../record.ts'
import { all, one } from '../tables/sql.ts'
import type { StoreContext } from '../store-context.ts'

const PARKED = `state = 'parked' AND problem_code IN (${[...WAITS_FOR_SITE].map((code) => `'${code}'`).join(', ')})`

/** Whether anything waits for the site to have again what it is about (SY13). */
export function hasSchemaGone({ db }: StoreContext): boolean {
  const sql = `SELECT 1 FROM outbox WHERE ${PARKED} UNION ALL SELECT 1 FROM moves WHERE ${PARKED} LIMIT 1`
  return one(db, sql) !== undefined
}

/** What parked because the site did not have what it is about goes on as soon as that, or a part of it, is there again. */
export function releaseSchemaGone(context: StoreContext): void {
  const { db, site } = context
  type Row = { key: string; kind: 'collection' | 'global'; slug: string; id: string }
  for (const row of all<Row>(db, `SELECT key, kind, slug, id FROM outbox WHERE ${PARKED}`)) {
    const ref = makeRef(row.kind, row.slug, row.id)
    const entry = site.entity(ref) && readEntry(db, row.key)
    const document = entry && readDocument(db, ref)
    if (!entry || !document) continue
    changeRecord(context, document, (record, here) => {
      const { goes, stays } = fitOf(entry, document.data, here)
      const isStuck = stays.length > 0 && (goes === null || goes.length === 0)
      return isStuck ? record : release(record, row.key)
    })
  }
  releaseMoves(context)
}
