import { renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { syncFile, syncFolderOf } from './durable-file.ts'
import { APPLICATION_ID } from './file-header.ts'
import type { Migration } from './migrations/all-migrations.ts'
import { stem } from './set-aside.ts'
import type { Db } from './sql.ts'

export function versionOf(db: Db): number {
  return Number(db.pragma('user_version', { simple: true }))
}

/**
 * Makes a new database with all tables, and what `fill` puts into them. It gets its name only when it is whole, so that
 * a file that exists is always one that was finished; `makeWay` is called right before, where another has that name.
 */
export function createDatabase(
  file: string,
  migrations: readonly Migration[],
  { fill, makeWay }: { fill?: (db: Db) => void; makeWay?: () => void } = {},
): void {
  const unfinished = `${stem(file)}.new.sqlite`
  for (const suffix of ['', '-journal']) rmSync(unfinished + suffix, { force: true })
  try {
    const db = new Database(unfinished)
    try {
      db.pragma('synchronous = FULL')
      db.pragma(`application_id = ${APPLICATION_ID}`)
      runMigrations(db, migrations)
      fill?.(db)
    } finally {
      db.close()
    }
    makeWay?.()
    renameSync(unfinished, file)
    syncFolderOf(file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/**
 * Brings an existing database to the newest version in one transaction, after a backup of the whole file to
 * `<name>.before-v<N>.sqlite` (SY15). Does nothing where there is nothing to do.
 */
export function migrate(db: Db, file: string, migrations: readonly Migration[]): void {
  const version = versionOf(db)
  if (version >= migrations.length) return
  backUp(db, file, `${stem(file)}.before-v${migrations.length}.sqlite`)
  runMigrations(db, migrations)
  // The version belongs into the file's header: an older program reads it there before it opens the file.
  db.pragma('wal_checkpoint(TRUNCATE)')
}

function runMigrations(db: Db, migrations: readonly Migration[]): void {
  db.transaction(() => {
    for (const step of migrations.slice(versionOf(db))) step(db)
    db.pragma(`user_version = ${migrations.length}`)
  }).exclusive()
}

/** A migration that was interrupted left a backup of the same state; it is replaced. */
function backUp(db: Db, file: string, backup: string): void {
  const unfinished = `${backup}.part`
  rmSync(unfinished, { force: true })
  try {
    db.prepare('VACUUM INTO ?').run(unfinished)
    syncFile(unfinished)
    renameSync(unfinished, backup)
    syncFolderOf(file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
