import { existsSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { COMPANIONS } from './set-aside.ts'
import type { Db } from '../tables/sql.ts'

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
