import type { Db } from '../../tables/sql.ts'

/** Entries say which version of their document they restore (`restores`, JSON). */
export function restoredVersions(db: Db): void {
  db.exec('ALTER TABLE outbox ADD COLUMN restores TEXT')
}
