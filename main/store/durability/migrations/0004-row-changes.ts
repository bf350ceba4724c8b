import type { Db } from '../../tables/sql.ts'
import { noteRowChanges } from './note-row-changes.ts'

/**
 * Which document of a collection was changed when, in any of the tables that a list shows it from. Who has read a
 * collection once reads what has a later turn, and not all of it again. What is deleted keeps its row.
 */
export function rowChanges(db: Db): void {
  db.exec(`
    CREATE TABLE row_changes (
      slug TEXT NOT NULL,
      id TEXT NOT NULL,
      -- Counts up per collection.
      turn INTEGER NOT NULL,
      PRIMARY KEY (slug, id)
    ) WITHOUT ROWID;
    CREATE INDEX row_changes_by_turn ON row_changes (slug, turn);

    -- Documents that changed longest ago, the first ones to go where there is no room.
    CREATE INDEX documents_by_age ON documents (kind, is_new, is_gone, updated_at);

    -- Entries that could be sent, without reading what they change.
    CREATE INDEX outbox_ready ON outbox (seq, kind, slug, id) WHERE state IN ('waiting', 'unknown');
  `)
  for (const table of ['list_rows', 'documents', 'drafts', 'outbox', 'save_differences'])
    noteRowChanges(db, table)
}
