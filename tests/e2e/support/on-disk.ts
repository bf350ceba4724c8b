import Database from 'better-sqlite3'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

/**
 * Until a text is in a database of the data folder, from which a kill takes nothing. The database is asked, not its
 * bytes: they hold what is being written, too, and a kill before its end takes that back.
 */
export async function untilOnDisk(dataFolder: string, text: string): Promise<void> {
  // As JSON has it within quotes.
  const words = JSON.stringify(text).slice(1, -1)
  await eventually(() => databases(dataFolder).some((path) => holds(path, words))).toBe(true)
}

function databases(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.filter((name) => /\.(db|sqlite)$/.test(name)).map((name) => join(folder, name))
}

function holds(path: string, words: string): boolean {
  const db = new Database(path, { readonly: true })
  try {
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
    return tables.some((table) => {
      const rows = db
        .prepare<[], unknown[]>(`SELECT * FROM "${String(table)}"`)
        .raw()
        .all()
      return rows.flat().some((value) => typeof value === 'string' && value.includes(words))
    })
  } finally {
    db.close()
  }
}
