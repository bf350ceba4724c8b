import type { Db } from '../../tables/sql.ts'

/** Adds to entries the version of their document that they restore (`restores`, JSON). */
export function restoredVersions(db: Db): void {
  db.exec('ALTER TABLE outbox ADD COLUMN restores TEXT')
}
