import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { Notice } from '../../../shared/ipc.ts'
import { CHECK_LIMIT_BYTES, readFileHeader } from './file-header.ts'
import { adoptFinished, createDatabase, migrate, versionOf } from './migrate.ts'
import type { Migration } from './migrations/all-migrations.ts'
import { migrations as shipped } from './migrations/all-migrations.ts'
import { salvage } from './salvage.ts'
import { clearDamaged, isKnownDamaged, setAside } from './set-aside.ts'
import type { Db } from '../tables/sql.ts'
import { StoreError, toStoreError } from '../store-error.ts'
import { writeUnsentCopy } from './unsent-copy.ts'
import { countUnsent, writeUnsent } from './unsent-rows.ts'

export type OpenInput = {
  file: string
  /** The present time, for the name of a file that is set aside. */
  now?: () => Date
  /** Other migrations than the shipped ones, for tests. */
  migrations?: readonly Migration[]
}

export type OpenedDatabase = {
  db: Db
  /** Notices about the opening, for the user. */
  notices: Notice[]
  close(): void
}

const BUSY_TIMEOUT_MS = 5000
const LOG_LIMIT_BYTES = 16 * 1024 * 1024

/**
 * Opens the database of one account, or creates it. Migrates an older one after a backup (SY15); sets a
 * damaged one aside and replaces it. Throws a StoreError, for example `newer`, `disk-full` or `read-only`.
 */
export function openDatabase(input: OpenInput): OpenedDatabase {
  try {
    return open(input)
  } catch (error) {
    throw toStoreError(error)
  }
}

/** Opens a second connection, which only reads, to a database that this program has open for writing. */
export function openReader(file: string): OpenedDatabase {
  try {
    const db = new Database(file, { readonly: true, timeout: BUSY_TIMEOUT_MS })
    return { db, notices: [], close: () => db.close() }
  } catch (error) {
    throw toStoreError(error)
  }
}

function open({ file, now = () => new Date(), migrations = shipped }: OpenInput): OpenedDatabase {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  adoptFinished(file, migrations.length)
  const header = readFileHeader(file)
  if (header.kind === 'database' && header.userVersion > migrations.length) throw newer(header.userVersion)
  if (header.kind === 'database' && !isWritable(file)) return openCopy(file, migrations)

  const notices: Notice[] = []
  /** Creates a new database with the unsent edits of the present file and of the copy beside it. */
  const begin = (): void => {
    const { rows, fromCopy } = salvage(file, migrations.length)
    let complete = rows?.complete ?? false
    let path: string | null = null
    createDatabase(file, migrations.slice(0, rows?.version), {
      fill: (db) => {
        if (rows && !writeUnsent(db, rows)) complete = false
        return true
      },
      makeWay: () => {
        if (header.kind !== 'absent') path = setAside(file, 'corrupt', now())
        clearDamaged(file)
      },
    })
    // A first start needs no notice.
    if (path === null && rows === null) return
    const edits = rows ? countUnsent(rows) : 0
    notices.push({ code: 'database-set-aside', path, at: now().toISOString(), edits, complete, fromCopy })
  }
  if (header.kind !== 'database' || isKnownDamaged(file)) begin()

  const db = openSound(file, migrations) ?? (begin(), openSound(file, migrations))
  if (!db) throw new StoreError('corrupt', 'A new database cannot be read')
  const close = (): void => {
    try {
      writeUnsentCopy(db, file)
    } catch {
      // The copy could not be written, as on a full disk; the database has all edits.
    }
    db.close()
  }
  return { db, notices, close }
}

/** Opens, checks and migrates a database; null if it is damaged. */
function openSound(file: string, migrations: readonly Migration[]): Db | null {
  let db: Db | undefined
  try {
    db = new Database(file, { timeout: BUSY_TIMEOUT_MS })
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    // FAST overwrites deleted content where that costs nothing; copies that a person removes are always overwritten
    // (see overwriting).
    db.pragma('secure_delete = FAST')
    db.pragma(`journal_size_limit = ${LOG_LIMIT_BYTES}`)
    check(db, file)
    if (versionOf(db) > migrations.length) throw newer(versionOf(db))
    migrate(db, file, migrations)
    return db
  } catch (error) {
    db?.close()
    const problem = toStoreError(error)
    if (problem.code === 'corrupt') return null
    throw problem
  }
}

function check(db: Db, file: string): void {
  if (statSync(file).size > CHECK_LIMIT_BYTES) return
  const answer = db.pragma('quick_check(1)', { simple: true })
  if (answer !== 'ok') throw new StoreError('corrupt', String(answer))
}

/** Opens a copy of a database from a read-only disk: SQLite has to write beside a file even for reading it. */
function openCopy(file: string, migrations: readonly Migration[]): OpenedDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'galley-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const copy = join(folder, basename(file))
    for (const suffix of ['', '-wal'])
      if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix)
    const db = openSound(copy, migrations)
    if (!db) throw new StoreError('corrupt', 'The database is damaged and lies on a read-only disk')
    db.pragma('query_only = ON')
    const close = (): void => {
      db.close()
      remove()
    }
    // There is no notice yet: the first failing write shows one.
    return { db, notices: [], close }
  } catch (error) {
    remove()
    throw error
  }
}

function isWritable(file: string): boolean {
  try {
    accessSync(dirname(file), constants.W_OK)
    accessSync(file, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function newer(version: number): StoreError {
  return new StoreError('newer', `The database has version ${version}, made by a newer Galley`)
}
