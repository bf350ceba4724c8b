import type { Db } from '../../tables/sql.ts'

/**
 * What versions hold, packed. `against`: the version that a row is the difference to; null: it is whole. `hash` is that
 * of the text that comes out.
 */
export function versionContents(db: Db): void {
  db.exec(`
    CREATE TABLE version_contents (
      kind TEXT NOT NULL,
      slug TEXT NOT NULL,
      id TEXT NOT NULL,
      version_id TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      row TEXT NOT NULL,
      against TEXT,
      packed BLOB NOT NULL,
      hash TEXT NOT NULL,
      kept_at TEXT NOT NULL,
      PRIMARY KEY (kind, slug, id, version_id)
    )
  `)
}
