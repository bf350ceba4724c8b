import type { Db } from '../../tables/sql.ts'

/** The history of what was sent says which revision of the document came of it (`revision`, ISO time of the server). */
export function sentRevisions(db: Db): void {
  db.exec('ALTER TABLE sent_entries ADD COLUMN revision TEXT')
}
