import type { Db } from '../../tables/sql.ts'

/**
 * Where an entry moves its document to, in an order that people make; and in which locales a document is published,
 * where each has a status of its own.
 */
export function moves(db: Db): void {
  db.exec(`
    ALTER TABLE outbox ADD COLUMN move TEXT;
    ALTER TABLE documents ADD COLUMN published_in TEXT;
    ALTER TABLE list_rows ADD COLUMN published_in TEXT;

    -- Moves that are to be done before another one of the same collection.
    CREATE INDEX outbox_moves ON outbox (slug, seq) WHERE mode = 'move';
  `)
}
