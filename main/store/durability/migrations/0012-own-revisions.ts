import type { Db } from '../../tables/sql.ts'

/** Lists know which revision of a document this computer wrote, and the rows that changed last are found by index. */
export function ownRevisions(db: Db): void {
  db.exec(`
    ALTER TABLE list_rows ADD COLUMN own_revision TEXT;
    CREATE INDEX list_rows_by_time ON list_rows (updated_at);
  `)
}
