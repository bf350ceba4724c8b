import { makeRef } from '../../shared/cms/doc-ref.ts'
import { fieldNodeAt } from '../../shared/document/path.ts'
import { readDocument } from './documents.ts'
import { readEntry, updateEntry } from './outbox-rows.ts'
import { all, one } from './sql.ts'
import type { StoreContext } from './store-context.ts'

const PARKED = `state = 'parked' AND problem_code IN ('schema-gone', 'field-gone')`

/** Whether anything waits for the site to have again what it is about (SY13). */
export function hasSchemaGone({ db }: StoreContext): boolean {
  return one(db, `SELECT 1 FROM outbox WHERE ${PARKED} LIMIT 1`) !== undefined
}

/** What parked because its collection, or a field, was not there goes on as soon as it is there again. */
export function releaseSchemaGone({ db, site, events, now }: StoreContext): void {
  type Row = { key: string; kind: 'collection' | 'global'; slug: string; id: string }
  for (const row of all<Row>(db, `SELECT key, kind, slug, id FROM outbox WHERE ${PARKED}`)) {
    const ref = makeRef(row.kind, row.slug, row.id)
    const entry = site.entity(ref) && readEntry(db, row.key)
    if (!entry) continue
    const data = readDocument(db, ref)?.data ?? {}
    const lacks = (path: string) => fieldNodeAt(site.fields(ref), data, path, entry.locale) === null
    if (entry.problem?.fields.some(({ path }) => lacks(path))) continue
    updateEntry(db, { ...entry, state: 'waiting', problem: null, updatedAt: now() })
    events.changed(ref)
    events.outbox()
  }
}
