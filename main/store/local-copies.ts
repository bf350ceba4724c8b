import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { refKey } from '../../shared/cms/doc-ref.ts'
import { all, one, run } from './sql.ts'
import type { Revision, StoreApi } from './store-api.ts'
import type { ReadContext, StoreContext } from './store-context.ts'
import { deleteVersions } from './versions.ts'

/** Documents that one step of making room takes: a journal write waits no longer than that. */
const STEP = 100

/** See StoreApi.localCopies. */
export function localCopies({ db }: StoreContext, slug: string): Revision[] {
  return all<Revision>(
    db,
    `SELECT id, updated_at AS updatedAt FROM documents
     WHERE kind = 'collection' AND slug = ? AND is_new = 0 AND is_gone = 0`,
    slug,
  )
}

/** See StoreApi.documentBytes. */
export function documentBytes({ db }: StoreContext): number {
  // Of the length the file keeps a note, so that no content is read.
  const row = one<{ bytes: number | null }>(db, 'SELECT sum(octet_length(data)) AS bytes FROM documents')
  return row?.bytes ?? 0
}

/** See StoreApi.putCollectionTotal. */
export function putCollectionTotal(
  { db, events }: StoreContext,
  { slug, total }: Parameters<StoreApi['putCollectionTotal']>[0],
): void {
  const { changes } = db
    .prepare(
      `INSERT INTO collection_totals (slug, total) VALUES (?, ?)
       ON CONFLICT (slug) DO UPDATE SET total = excluded.total WHERE total <> excluded.total`,
    )
    .run(slug, total)
  if (changes > 0) events.list(slug)
}

/** Documents of the server, called d, of which nothing is here that the server does not have. */
const NOTHING_UNSENT = `
  d.kind = 'collection' AND d.is_new = 0 AND d.is_gone = 0
  AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.kind = d.kind AND o.slug = d.slug AND o.id = d.id)
  AND NOT EXISTS (SELECT 1 FROM drafts x WHERE x.kind = d.kind AND x.slug = d.slug AND x.id = d.id)
  AND NOT EXISTS (SELECT 1 FROM save_differences s WHERE s.kind = d.kind AND s.slug = d.slug AND s.id = d.id)`

/** See StoreApi.keptDocuments. */
export function keptDocuments({ db }: ReadContext): { documents: number; bytes: number } {
  const sql = `SELECT count(*) AS documents, coalesce(sum(octet_length(data)), 0) AS bytes FROM documents d
    WHERE ${NOTHING_UNSENT}`
  return one<{ documents: number; bytes: number }>(db, sql) ?? { documents: 0, bytes: 0 }
}

/** See StoreApi.makeRoom. */
export function makeRoom(
  { db, events, opened }: StoreContext,
  { bytes, olderThan }: Parameters<StoreApi['makeRoom']>[0],
): number {
  type Row = { slug: string; id: string; size: number }
  const oldest = all<Row>(
    db,
    `SELECT slug, id, octet_length(data) AS size FROM documents d
     WHERE ${NOTHING_UNSENT} AND (? IS NULL OR updated_at < ?)
     ORDER BY updated_at LIMIT ?`,
    olderThan,
    olderThan,
    // Those that stay must not hide the others.
    STEP + opened.size,
  )
  let freed = 0
  for (const { slug, id, size } of oldest) {
    if (freed >= bytes) break
    const ref: DocRef = { kind: 'collection', slug, id }
    // It may be on the screen.
    if (opened.has(refKey(ref))) continue
    run(db, "DELETE FROM documents WHERE kind = 'collection' AND slug = ? AND id = ?", slug, id)
    deleteVersions(db, ref)
    events.changed(ref)
    freed += size
  }
  return freed
}
