import type { LocalIds } from '../../../shared/lists/local-rules.ts'
import type { Db } from '../tables/sql.ts'
import { all } from '../tables/sql.ts'

/** See StoreApi.localIds. */
export function localIds(db: Db, slug: string): LocalIds {
  const idsOf = (sql: string, times: number): string[] =>
    all<{ id: string }>(db, `${sql} ORDER BY id`, ...Array.from({ length: times }, () => slug)).map(
      ({ id }) => id,
    )
  return {
    '@unsent': idsOf(
      `SELECT id FROM outbox WHERE kind = 'collection' AND slug = ?
       UNION SELECT id FROM moves WHERE kind = 'collection' AND slug = ?
       UNION SELECT id FROM drafts WHERE kind = 'collection' AND slug = ?`,
      3,
    ),
    '@conflict': idsOf(
      `SELECT DISTINCT id FROM outbox
       WHERE kind = 'collection' AND slug = ? AND state = 'parked' AND problem_code = 'conflict'`,
      1,
    ),
  }
}
