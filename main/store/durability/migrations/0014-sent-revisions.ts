import type { Db } from '../../tables/sql.ts'

/** Adds the resulting revision of the document to the history (`revision`, ISO time of the server). */
export function sentRevisions(db: Db): void {
  db.exec('ALTER TABLE sent_entries ADD COLUMN revision TEXT')
}
