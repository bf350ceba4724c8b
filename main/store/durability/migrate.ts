import { existsSync, renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { syncFile, syncFolderOf } from './durable-file.ts'
import { APPLICATION_ID, readFileHeader } from './file-header.ts'
import type { Migration } from './migrations/all-migrations.ts'
import { readDatabase } from './salvage.ts'
import { clearDamaged, stem } from './set-aside.ts'
import type { Db } from '../tables/sql.ts'

export function versionOf(db: Db): number {
  return Number(db.pragma('user_version', { simple: true }))
}

function unfinishedOf(file: string): string {
  return `${stem(file)}.new.sqlite`
}

/**
 * Creates a database with all tables and the content of `fill`, and renames it when complete, replacing an old one;
 * `makeWay` is called just before. Returns false, without a change, if `fill` does.
 */
export function createDatabase(
  file: string,
  migrations: readonly Migration[],
  { fill = () => true, makeWay }: { fill?: (db: Db) => boolean; makeWay?: () => void } = {},
): boolean {
  const unfinished = unfinishedOf(file)
  for (const suffix of ['', '-journal']) rmSync(unfinished + suffix, { force: true })
  let isWhole = false
  try {
    const db = new Database(unfinished)
    try {
      db.pragma('synchronous = FULL')
      runMigrations(db, migrations)
      isWhole = fill(db)
      // Written last, so that a file with this id is complete.
      if (isWhole) db.pragma(`application_id = ${APPLICATION_ID}`)
    } finally {
      db.close()
    }
    if (isWhole) {
      makeWay?.()
      renameSync(unfinished, file)
      syncFolderOf(file)
    } else rmSync(unfinished, { force: true })
    return isWhole
  } catch (error) {
    // If the old file is gone already, the next opening uses this one.
    if (!isWhole || existsSync(file)) rmSync(unfinished, { force: true })
    throw error
  }
}

/** Renames a complete new database that did not get its final name in time. Does nothing if a file has that name. */
export function adoptFinished(file: string, known: number): void {
  const unfinished = unfinishedOf(file)
  if (readFileHeader(file).kind !== 'absent' || readFileHeader(unfinished).kind !== 'database') return
  const isFinished = readDatabase(unfinished, true, (db) => versionOf(db) >= 1 && versionOf(db) <= known)
  if (isFinished !== true) return
  renameSync(unfinished, file)
  syncFolderOf(file)
  // The mark was about the previous file.
  clearDamaged(file)
}

/**
 * Migrates a database to the newest version in one transaction, after a backup of the file to
 * `<name>.before-v<N>.sqlite` (SY15). Does nothing if it is the newest.
 */
export function migrate(db: Db, file: string, migrations: readonly Migration[]): void {
  const version = versionOf(db)
  if (version >= migrations.length) return
  backUp(db, file, `${stem(file)}.before-v${migrations.length}.sqlite`)
  runMigrations(db, migrations)
  // The version has to be in the file's header: an older program reads it there before it opens the file.
  db.pragma('wal_checkpoint(TRUNCATE)')
}

function runMigrations(db: Db, migrations: readonly Migration[]): void {
  db.transaction(() => {
    for (const step of migrations.slice(versionOf(db))) step(db)
    db.pragma(`user_version = ${migrations.length}`)
  }).exclusive()
}

/** Makes a backup; one from an interrupted migration holds the same state and is replaced. */
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
