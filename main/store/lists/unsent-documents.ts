import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { documentsIn, idsIn, selectRefs } from '../tables/document-rows.ts'
import type { Db } from '../tables/sql.ts'
import { WITH_CHANGES, UNSENT } from '../tables/table-list.ts'
import type { LocalIds } from '../../../shared/lists/local-rules.ts'
import { all } from '../tables/sql.ts'

/** The companion's limit for one installation. */
const AT_MOST = 200

/** See StoreApi.unsentDocuments. Uses an index, so that no edit is read. */
export function unsentDocuments(db: Db): DocRef[] {
  return selectRefs(
    db,
    `SELECT d.kind, d.slug, d.id
     FROM (${documentsIn(WITH_CHANGES)}) u
     JOIN documents d ON d.kind = u.kind AND d.slug = u.slug AND d.id = u.id
     WHERE d.is_new = 0 AND d.is_gone = 0
     ORDER BY d.kind, d.slug, d.id LIMIT ${AT_MOST}`,
  )
}

/** See StoreApi.localIds. */
export function localIds(db: Db, slug: string): LocalIds {
  const conflicts = all<{ id: string }>(
    db,
    `SELECT DISTINCT id FROM outbox
     WHERE kind = 'collection' AND slug = ? AND state = 'parked' AND problem_code = 'conflict' ORDER BY id`,
    slug,
  )
  return { '@unsent': idsIn(db, UNSENT, slug), '@conflict': conflicts.map(({ id }) => id) }
}
