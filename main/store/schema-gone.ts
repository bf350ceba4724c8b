import { makeRef } from '../../shared/cms/doc-ref.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { fitOf } from '../../shared/sync/record/keep-unfit.ts'
import { WAITS_FOR_SITE, waitsForSite } from '../../shared/sync/ways-out.ts'
import { readDocument, type StoredDocument } from './documents.ts'
import { readEntry, updateEntry } from './outbox-rows.ts'
import { recordSite } from './record.ts'
import { all, one } from './sql.ts'
import type { StoreContext } from './store-context.ts'

const PARKED = `state = 'parked' AND problem_code IN (${[...WAITS_FOR_SITE].map((code) => `'${code}'`).join(', ')})`

/** Whether anything waits for the site to have again what it is about (SY13). */
export function hasSchemaGone({ db }: StoreContext): boolean {
  return one(db, `SELECT 1 FROM outbox WHERE ${PARKED} LIMIT 1`) !== undefined
}

/** What parked because the site did not have what it is about goes on as soon as that, or a part of it, is there again. */
export function releaseSchemaGone(context: StoreContext): void {
  const { db, site, events, now } = context
  type Row = { key: string; kind: 'collection' | 'global'; slug: string; id: string }
  for (const row of all<Row>(db, `SELECT key, kind, slug, id FROM outbox WHERE ${PARKED}`)) {
    const ref = makeRef(row.kind, row.slug, row.id)
    const entry = site.entity(ref) && readEntry(db, row.key)
    const document = entry && readDocument(db, ref)
    if (!entry || !document) continue
    const { goes, stays } = fitOf(entry, document.data, recordSite(context, ref))
    if (stays.length > 0 && (goes === null || goes.length === 0)) continue
    updateEntry(db, { ...entry, ...released(entry, document), updatedAt: now() })
    events.changed(ref)
    events.outbox()
  }
}

/**
 * An entry that goes again. What others wrote while the site did not have the place is not known here: that is read
 * first (see isUnmeasured). Nobody else has written a document that is new.
 */
export function released(
  entry: OutboxEntry,
  { isNew }: Pick<StoredDocument, 'isNew'>,
): Pick<OutboxEntry, 'state' | 'problem'> {
  const keeps = waitsForSite(entry) && !isNew && entry.mode !== 'move'
  return { state: 'waiting', problem: keeps ? entry.problem : null }
}
