import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { refKey } from '../../../shared/cms/doc-ref.ts'
import { deleteRows, hasNoRows } from './document-rows.ts'
import { readDocument } from './documents.ts'
import { resolveRef } from './ids.ts'
import { readListRow, writeListRow } from '../lists/list-rows.ts'
import { all, one } from './sql.ts'
import type { Db } from './sql.ts'
import type { LastSeen, Revision, StoreApi } from '../store-api.ts'
import type { ReadContext, StoreContext } from '../store-context.ts'
import { contentBytes, forgetDeleted, forgetVersionContents } from './version-contents.ts'
import { OF_COPY, OWN_WORK } from './table-list.ts'

/** Documents per step of removing: a journal write waits no longer than that. */
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

/** See StoreApi.lastSeen. */
export function lastSeen({ db }: ReadContext, input: DocRef): LastSeen | null {
  const ref = resolveRef(db, input)
  const whole = readDocument(db, ref)
  if (whole !== null || ref.kind !== 'collection') return whole
  return readListRow(db, ref.slug, ref.id)
}

/** See StoreApi.documentBytes. */
export function documentBytes({ db }: StoreContext): number {
  // SQLite stores the length, so no content is read.
  const row = one<{ bytes: number | null }>(db, 'SELECT sum(octet_length(data)) AS bytes FROM documents')
  return (row?.bytes ?? 0) + contentBytes(db)
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

/** SQL condition: document d of a collection is on the server and has no local work. */
const NOTHING_UNSENT = `
  d.kind = 'collection' AND d.is_new = 0 AND d.is_gone = 0
  AND ${hasNoRows(OWN_WORK, 'd')}`

/** See StoreApi.keptDocuments. */
export function keptDocuments({ db }: ReadContext): { documents: number; bytes: number } {
  const sql = `SELECT count(*) AS documents, coalesce(sum(octet_length(data)), 0) AS bytes FROM documents d
    WHERE ${NOTHING_UNSENT}`
  return one<{ documents: number; bytes: number }>(db, sql) ?? { documents: 0, bytes: 0 }
}

type Forgettable = { slug: string; id: string; size: number }

/** Documents that one step may remove, least recently changed first. */
function forgettable({ db, opened }: StoreContext, olderThan: string | null): Forgettable[] {
  const oldest = all<Forgettable>(
    db,
    `SELECT slug, id, octet_length(data) AS size FROM documents d
     WHERE ${NOTHING_UNSENT} AND (? IS NULL OR updated_at < ?)
     ORDER BY updated_at LIMIT ?`,
    olderThan,
    olderThan,
    // Opened documents, which stay, must not hide the others.
    STEP + opened.size,
  )
  // An opened document may be on the screen.
  return oldest.filter(({ slug, id }) => !opened.has(refKey({ kind: 'collection', slug, id })))
}

function deleteCopy({ db, events }: StoreContext, { slug, id }: Forgettable): void {
  const ref: DocRef = { kind: 'collection', slug, id }
  deleteRows(db, ['documents', ...OF_COPY], ref)
  events.changed(ref)
}

/** See StoreApi.makeRoom. */
export function makeRoom(
  context: StoreContext,
  { bytes, olderThan }: Parameters<StoreApi['makeRoom']>[0],
): number {
  // Contents of old versions are removed before any document.
  let freed = forgetVersionContents(context.db, bytes)
  for (const copy of forgettable(context, olderThan)) {
    if (freed >= bytes) break
    deleteCopy(context, copy)
    freed += copy.size
  }
  return freed
}

/** Fields that lists still show of a removed document, besides its title. */
const FACTS: ReadonlySet<string> = new Set(['id', '_status', 'createdAt', 'updatedAt', 'deletedAt'])

/** See StoreApi.forgetCopies. */
export function forgetCopies(context: StoreContext): number {
  const { db, site, now } = context
  const copies = forgettable(context, null).slice(0, STEP)
  forgetDeleted(db)
  for (const copy of copies) {
    const { slug, id } = copy
    deleteCopy(context, copy)
    const row = readListRow(db, slug, id)
    if (!row) continue
    const title = site.collection(slug)?.useAsTitle.split('.')[0]
    const shown = Object.entries(row.data).filter(([name]) => FACTS.has(name) || name === title)
    writeListRow(db, slug, { ...row, data: Object.fromEntries(shown) }, now())
  }
  return copies.length
}

/** Runs work whose deletions are overwritten in the file: SQLite would leave the content in free pages. */
export function overwriting<T>(db: Db, work: () => T): T {
  db.pragma('secure_delete = ON')
  try {
    return work()
  } finally {
    db.pragma('secure_delete = FAST')
  }
}

/** See StoreApi.emptyLog. */
export function emptyLog({ db }: StoreContext): boolean {
  const timeout = Number(db.pragma('busy_timeout', { simple: true }))
  // No timeout: an edit must not wait for a reader.
  db.pragma('busy_timeout = 0')
  try {
    return db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0
  } finally {
    db.pragma(`busy_timeout = ${timeout}`)
  }
}
