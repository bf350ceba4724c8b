import { existsSync, readFileSync, rmSync } from 'node:fs'
import * as v from 'valibot'
import { replaceFile } from './durable-file.ts'
import { markDamaged, stem } from './set-aside.ts'
import type { Db } from '../tables/sql.ts'
import { toStoreError } from '../store-error.ts'
import type { UnsentRows } from './unsent-rows.ts'
import { countUnsent, readUnsent, unsentRows } from './unsent-rows.ts'

/** Path of the copy of unsent edits, beside the database of an account. */
export function unsentCopyOf(file: string): string {
  return `${stem(file)}.unsent.json`
}

/** Most bytes of JSON for documents in the copy that the server has as well. */
const DOCUMENTS_BYTES = 32 * 1024 * 1024

/**
 * Writes the copy as a whole, or removes it if nothing is unsent. If the database cannot be read completely, the old
 * copy stays; a damaged file is marked, and set aside at the next opening.
 */
export function writeUnsentCopy(db: Db, file: string): 'sound' | 'damaged' {
  // One read transaction, so that all tables are from the same moment.
  const rows = readRows(db)
  if (rows === null || rows.damaged) {
    markDamaged(file)
    return 'damaged'
  }
  if (!rows.complete) return 'sound'
  if (countUnsent(rows) === 0) rmSync(unsentCopyOf(file), { force: true })
  else replaceFile(unsentCopyOf(file), JSON.stringify(rows))
  return 'sound'
}

/** Reads the unsent rows; null: the file is damaged at its start. */
function readRows(db: Db): UnsentRows | null {
  try {
    return db.transaction(() => readUnsent(db, DOCUMENTS_BYTES)).deferred()
  } catch (error) {
    if (toStoreError(error).code === 'corrupt') return null
    throw error
  }
}

/** Reads a copy; null if there is none that can be read. */
export function readUnsentCopy(path: string): UnsentRows | null {
  if (!existsSync(path)) return null
  try {
    return v.parse(unsentRows, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}
