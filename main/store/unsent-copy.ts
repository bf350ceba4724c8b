import { existsSync, readFileSync, rmSync } from 'node:fs'
import * as v from 'valibot'
import { replaceFile } from './durable-file.ts'
import { stem } from './set-aside.ts'
import type { Db } from './sql.ts'
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
 * database cannot be read to the end.
 */
export function writeUnsentCopy(db: Db, file: string): void {
  // One moment of all tables, whatever is written meanwhile.
  const rows = db.transaction(() => readUnsent(db, DOCUMENTS_BYTES)).deferred()
  if (!rows.complete) return
  if (countUnsent(rows) === 0) rmSync(unsentCopyOf(file), { force: true })
  else replaceFile(unsentCopyOf(file), JSON.stringify(rows))
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
