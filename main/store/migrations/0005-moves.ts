import type { Db } from '../sql.ts'

/** Where an entry moves its document to, in an order that people make. */
export function moves(db: Db): void {
  db.exec(`
    ALTER TABLE outbox ADD COLUMN move TEXT;

    -- Moves that are to be done before another one of the same collection.
    CREATE INDEX outbox_moves ON outbox (slug, seq) WHERE mode = 'move';
  `)
}
