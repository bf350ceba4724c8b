import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { documentsIn } from '../tables/document-rows.ts'
import { selectRefs } from '../tables/refs.ts'
import type { Db } from '../tables/sql.ts'
import { WITH_CHANGES } from '../tables/table-list.ts'

/** The companion's limit for one installation. */
const AT_MOST = 200

/** See StoreApi.unsentDocuments. By index, so that no edit is read. */
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
