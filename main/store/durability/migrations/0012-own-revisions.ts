import type { Db } from '../../tables/sql.ts'

/**
 * Adds to list rows the revision that this computer wrote (`own_revision`) and, by its clock, the arrival of
 * the row (`came_at`) and of its present revision (`seen_at`). Older rows have none of the three.
 */
export function ownRevisions(db: Db): void {
  db.exec(`
    ALTER TABLE list_rows ADD COLUMN own_revision TEXT;
    ALTER TABLE list_rows ADD COLUMN came_at TEXT NOT NULL DEFAULT '';
    ALTER TABLE list_rows ADD COLUMN seen_at TEXT;
    CREATE INDEX list_rows_by_seen ON list_rows (seen_at);
    CREATE INDEX list_rows_by_coming ON list_rows (slug, came_at);
  `)
}
