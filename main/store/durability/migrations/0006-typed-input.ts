import type { Db } from '../../tables/sql.ts'

/** What is typed and is no value yet (SY1): in a document, as part of its draft, and in forms that are of none. */
export function typedInput(db: Db): void {
  db.exec(`
    ALTER TABLE drafts ADD COLUMN typed TEXT NOT NULL DEFAULT '[]';

    CREATE TABLE held_forms (
      -- Which form it is: 'bulk-upload media'.
      place TEXT PRIMARY KEY,
      content TEXT NOT NULL,
      saved_at TEXT NOT NULL
    );
  `)
}
