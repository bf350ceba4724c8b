import { readFileHeader } from './file-header.ts'
import { FIRST_VERSION } from './migrations/all-migrations.ts'
import { readUnsentCopy, unsentCopyOf } from './unsent-copy.ts'
import type { UnsentRows } from './unsent-rows.ts'
import { asked, readUnsent, withCopy } from './unsent-rows.ts'
import { existsSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { COMPANIONS } from './set-aside.ts'
import type { Db } from '../tables/sql.ts'

/**
 * The readable unsent edits of an unusable database, completed from the copy beside it (F16). Versions newer than
 * `known`, or unreleased, are ignored. Null rows: there is nothing.
 */
export function salvage(file: string, known: number): { rows: UnsentRows | null; fromCopy: boolean } {
  const copy = usable(readUnsentCopy(unsentCopyOf(file)), known)
  const found = usable(readUnsentOf(file, true), known)
  if (found === null) return { rows: copy && asked(copy), fromCopy: copy !== null }
  const rows = withCopy(found, copy)
  return { rows, fromCopy: rows !== found }
}

function usable(rows: UnsentRows | null, known: number): UnsentRows | null {
  return rows !== null && rows.version >= FIRST_VERSION && rows.version <= known ? rows : null
}

/** Reads the unsent rows of a database; null if it cannot be read, or is not Galley's. `isOurs`: see readDatabase. */
export function readUnsentOf(file: string, isOurs: boolean): UnsentRows | null {
  const header = readFileHeader(file)
  if (header.kind !== 'database' && !(header.kind === 'foreign' && header.reason === 'cut short')) return null
  return readDatabase(file, isOurs, readUnsent)
}

/**
 * Reads a database without changing it; null if it cannot be read. `isOurs`: nobody else can have it open, so
 * SQLite's files for reading are removed again.
 */
export function readDatabase<T>(path: string, isOurs: boolean, work: (db: Db) => T): T | null {
  const made = isOurs ? COMPANIONS.filter((suffix) => !existsSync(path + suffix)) : []
  try {
    const db = new Database(path, { readonly: true })
    try {
      return work(db)
    } finally {
      db.close()
    }
  } catch {
    return null
  } finally {
    for (const suffix of made) rmSync(path + suffix, { force: true })
  }
}
