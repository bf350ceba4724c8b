import type { LocalIds } from '../../../shared/lists/local-rules.ts'
import { idsIn } from '../tables/document-rows.ts'
import type { Db } from '../tables/sql.ts'
import { all } from '../tables/sql.ts'
import { UNSENT } from '../tables/table-list.ts'

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
