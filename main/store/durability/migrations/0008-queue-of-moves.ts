import type { Db } from '../../tables/sql.ts'
import { noteRowChanges } from './note-row-changes.ts'

/** Moves have a queue of their own: where a document stands among others is no write of it. */
export function queueOfMoves(db: Db): void {
  db.exec(`
    -- Moves that wait for the server, in the order in which they were made. One counter gives the places of these and of
    -- entries.
    CREATE TABLE moves (
      seq INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      slug TEXT NOT NULL,
      id TEXT NOT NULL,
      -- The field that keeps the order.
      field TEXT NOT NULL,
      -- Where it goes.
      move TEXT NOT NULL,
      -- The key by which lists show it until the server has given it one.
      shown TEXT,
      state TEXT NOT NULL,
      problem TEXT,
      problem_code TEXT,
      attempts INTEGER NOT NULL DEFAULT 0,
      -- The request as it may have left; set while sending and unknown (SY4).
      request TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    );
    CREATE INDEX moves_by_document ON moves (kind, slug, id, seq);
  `)
  noteRowChanges(db, 'moves')
  db.exec(`
    INSERT INTO moves
      (seq, key, kind, slug, id, field, move, shown, state, problem, problem_code, attempts, request, created_at, updated_at)
    SELECT seq, key, kind, slug, id, iif(json_valid(move), coalesce(move ->> '$.field', ''), ''), coalesce(move, ''),
      iif(json_valid(changes), changes ->> '$[0].to', NULL),
      state, problem, problem_code, attempts, request, created_at, updated_at
    FROM outbox WHERE mode = 'move'
  `)
  db.exec(`DELETE FROM outbox WHERE mode = 'move'`)
  db.exec(`
    DROP INDEX outbox_moves;
    ALTER TABLE outbox DROP COLUMN move;
    -- Nobody has written these.
    ALTER TABLE outbox DROP COLUMN files;
    ALTER TABLE outbox DROP COLUMN outcomes;
  `)
}
