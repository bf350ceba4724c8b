import type { Db } from '../../tables/sql.ts'

/** What was sent and what became of it (SY16). */
export function sentEntries(db: Db): void {
  db.exec(`
    -- The newest entries that reached the server; what they were, and what became of each of their fields.
    CREATE TABLE sent_entries (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      slug TEXT NOT NULL,
      id TEXT NOT NULL,
      is_create INTEGER NOT NULL,
      mode TEXT NOT NULL,
      locale TEXT,
      cells TEXT NOT NULL,
      -- What the server said although it did it; kept until a person has seen it.
      words TEXT,
      created_at TEXT NOT NULL,
      sent_at TEXT NOT NULL
    );

    -- Values that the server does not have as they were sent, until a person has looked at them.
    CREATE TABLE save_differences (
      kind TEXT NOT NULL,
      slug TEXT NOT NULL,
      id TEXT NOT NULL,
      -- What differs: a field, row or order, in a locale.
      place TEXT NOT NULL,
      key TEXT NOT NULL,
      difference TEXT NOT NULL,
      saved_at TEXT NOT NULL,
      PRIMARY KEY (kind, slug, id, place)
    );
  `)
}
