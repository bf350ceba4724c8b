import { makeRef, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { all, type Db } from '../tables/sql.ts'

/** As many as the companion keeps of one installation. */
const AT_MOST = 200

/** See StoreApi.unsentDocuments. By index, so that no edit is read. */
export function unsentDocuments(db: Db): DocRef[] {
  const rows = all<{ kind: 'collection' | 'global'; slug: string; id: string }>(
    db,
    `SELECT d.kind, d.slug, d.id
     FROM (SELECT kind, slug, id FROM outbox UNION SELECT kind, slug, id FROM drafts) u
     JOIN documents d ON d.kind = u.kind AND d.slug = u.slug AND d.id = u.id
     WHERE d.is_new = 0 AND d.is_gone = 0
     ORDER BY d.kind, d.slug, d.id LIMIT ${AT_MOST}`,
  )
  return rows.map(({ kind, slug, id }) => makeRef(kind, slug, id))
}
