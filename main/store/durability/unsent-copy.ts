import { existsSync, readFileSync, rmSync } from 'node:fs'
import * as v from 'valibot'
import { replaceFile } from './durable-file.ts'
import { markDamaged, stem } from './set-aside.ts'
import type { Db } from '../tables/sql.ts'
import { toStoreError } from '../store-error.ts'
import type { UnsentRows } from './unsent-rows.ts'
import { countUnsent, readUnsent, unsentRows } from './unsent-rows.ts'

/** The copy of what is unsent, beside the database of an account. */
export function unsentCopyOf(file: string): string {
  return `${stem(file)}.unsent.json`
}

/** Of the documents that come again from the server, so many bytes of JSON are copied too. */
const DOCUMENTS_BYTES = 32 * 1024 * 1024

/**
 * Writes the copy anew, whole or not at all; where nothing is unsent there is none. One that is there stays where the
 * database cannot be read to the end. A file that SQLite says is damaged is marked: the next opening sets it aside.
 */
export function writeUnsentCopy(db: Db, file: string): 'sound' | 'damaged' {
  // One moment of all tables, whatever is written meanwhile.
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

/** null: the file is damaged where everything begins. */
function readRows(db: Db): UnsentRows | null {
  try {
    return db.transaction(() => readUnsent(db, DOCUMENTS_BYTES)).deferred()
  } catch (error) {
    if (toStoreError(error).code === 'corrupt') return null
    throw error
  }
}

/** A copy, null where there is none that can be read. */
export function readUnsentCopy(path: string): UnsentRows | null {
  if (!existsSync(path)) return null
  try {
    return v.parse(unsentRows, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}
