import type { Db } from '../../tables/sql.ts'

/**
 * Adds `rewritten` to drafts: true if a choice in a conflict has rewritten the draft since its form wrote it.
 */
export function rewrittenDrafts(db: Db): void {
  db.exec('ALTER TABLE drafts ADD COLUMN rewritten INTEGER NOT NULL DEFAULT 0')
}
