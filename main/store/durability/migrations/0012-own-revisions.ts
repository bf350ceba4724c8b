import type { Db } from '../../tables/sql.ts'

/**
 * Rows of lists say which revision this computer wrote (`own_revision`), and by its clock when they first came here
 * (`came_at`) and when the revision that they show did (`seen_at`). Rows from before this migration have neither.
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
