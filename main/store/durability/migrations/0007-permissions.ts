import type { Db } from '../../tables/sql.ts'

/** What the server said last that the user may do with a document, and of which revision. It goes with the document. */
export function permissions(db: Db): void {
  db.exec('ALTER TABLE documents ADD COLUMN permissions TEXT')
}
