import type { Db } from '../../tables/sql.ts'

/** A draft says whether a choice has rewritten it since its form wrote it. */
export function rewrittenDrafts(db: Db): void {
  db.exec('ALTER TABLE drafts ADD COLUMN rewritten INTEGER NOT NULL DEFAULT 0')
}
