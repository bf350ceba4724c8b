import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { LocalAccount, LocalFile } from '../../../shared/ipc.ts'
import { isPlainJson, type Json } from '../../../shared/json.ts'
import { readFileHeader } from './file-header.ts'
import { adoptFinished, createDatabase } from './migrate.ts'
import { migrations } from './migrations/all-migrations.ts'
import { readDatabase, readUnsentOf, salvage } from './salvage.ts'
import { filesOf, ownerOf } from '../../files/file-folder.ts'
import { picturesOf } from '../../files/picture-folder.ts'
import { filesReferredIn } from './referred-files.ts'
import { clearDamaged, COMPANIONS, damagedMark, setAside, stem } from './set-aside.ts'
import { one, parseJson } from '../tables/sql.ts'
import { SALVAGED, salvageOf, UNSENT_EDITS } from '../tables/table-list.ts'
import { readUnsentCopy, unsentCopyOf } from './unsent-copy.ts'
import type { UnsentRows } from './unsent-rows.ts'
import { countUnsent, writeUnsent } from './unsent-rows.ts'

/** The files of one account in the folder of databases; see shared/ipc.ts. */
export type FoundAccount = Omit<LocalAccount, 'isOpen'>

/** Lists everything below the folder of all accounts: one folder per server. */
export function surveyAccounts(folder: string): FoundAccount[] {
  if (!existsSync(folder)) return []
  const servers = readdirSync(folder, { withFileTypes: true }).filter((item) => item.isDirectory())
  return servers.flatMap(({ name }) => surveyServer(join(folder, name), name))
}

function surveyServer(folder: string, serverId: string): FoundAccount[] {
  const accounts = new Map<string, FoundAccount>()
  for (const name of readdirSync(folder).toSorted()) {
    // SQLite's own files beside a database count as part of it.
    if (COMPANIONS.some((suffix) => name.endsWith(`.sqlite${suffix}`))) continue
    const id = accountOf(name)
    const account = accounts.get(id) ?? { serverId, id, label: null, files: [] }
    accounts.set(id, account)
    const path = join(folder, name)
    const kind = kindOf(id, name)
    const { edits, label } = kind === 'files' || kind === 'pictures' ? NO_EDITS : look(path, kind)
    account.files.push({
      name,
      kind,
      at: new Date(statSync(path).mtimeMs).toISOString(),
      bytes: sizeOf(path),
      edits,
    })
    if (kind === 'documents' || account.label === null) account.label = label ?? account.label
  }
  return [...accounts.values()]
}

/** The account of a file name: account names have no dot (accounts/local-data.ts). */
export function accountOf(name: string): string {
  return name.split('.')[0] ?? name
}

function kindOf(account: string, name: string): LocalFile['kind'] {
  if (name === `${account}.sqlite`) return 'documents'
  if (name === `${account}.unsent.json`) return 'copy'
  if (name.endsWith('.files')) return 'files'
  if (name.endsWith('.pictures')) return 'pictures'
  const what = name.endsWith('.sqlite') ? /\.(corrupt|other-user|before)-/.exec(name)?.[1] : undefined
  if (what === 'corrupt') return 'damaged'
  if (what === 'other-user') return 'other-user'
  return what === 'before' ? 'before-update' : 'rest'
}

function sizeOf(path: string): number {
  if (statSync(path).isDirectory())
    return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
  const parts = ['', ...COMPANIONS].filter((suffix) => existsSync(path + suffix))
  return parts.reduce((sum, suffix) => sum + statSync(path + suffix).size, 0)
}

type Look = { edits: number | null; label: string | null }
/** The result for the folders of pending files and of pictures, which hold no edits. */
const NO_EDITS: Look = { edits: 0, label: null }
const NOTHING: Look = { edits: null, label: null }

/** The number of unsent edits in a file, and its owner. A database may be open in another thread, or damaged. */
function look(path: string, kind: LocalFile['kind']): Look {
  if (kind === 'rest' || !statSync(path).isFile()) return NOTHING
  if (kind === 'copy') {
    const rows = readUnsentCopy(path)
    return { edits: rows && countUnsent(rows), label: null }
  }
  const found = readDatabase(path, kind !== 'documents' || isNewer(path), (db): Look => {
    const sql = `SELECT ${UNSENT_EDITS.map((table) => `(SELECT count(*) FROM ${table})`).join(' + ')} AS edits`
    const session = one<{ value: string }>(db, "SELECT value FROM resources WHERE key = 'session'")
    return {
      edits: one<{ edits: number }>(db, sql)?.edits ?? null,
      label: session ? labelOf(parseJson(session.value)) : null,
    }
  })
  return found ?? NOTHING
}

/**
 * True for a database of a newer Galley. It is open nowhere, so the files that SQLite writes for reading can be
 * removed (SY15).
 */
function isNewer(path: string): boolean {
  try {
    const header = readFileHeader(path)
    return header.kind === 'database' && header.userVersion > migrations.length
  } catch {
    return false
  }
}

function labelOf(session: Json): string | null {
  const user = isPlainJson(session) ? session['user'] : undefined
  if (user === undefined || !isPlainJson(user)) return null
  for (const key of ['displayName', 'name', 'email', 'username']) {
    const value = user[key]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

/**
 * Deletes a file with SQLite's files beside it; with a database also its pending files, unless a damaged
 * database of the account still needs them.
 */
export function removeFile(path: string): void {
  for (const suffix of ['', ...COMPANIONS]) rmSync(path + suffix, { force: true, recursive: true })
  if (path.endsWith('.sqlite') && damagedOf(path).length === 0)
    rmSync(filesOf(path), { force: true, recursive: true })
}

/** Set-aside databases of the same account that could not be read: their edits still need its files. */
function damagedOf(path: string): string[] {
  const start = `${basename(stem(path))}.corrupt-`
  return readdirSync(dirname(path)).filter((name) => name.startsWith(start))
}

/** Deletes pending files of a database that none of its remaining edits refers to. */
function leaveReferred(path: string, rows: UnsentRows | null): void {
  const folder = filesOf(path)
  if (!existsSync(folder)) return
  const names = readdirSync(folder)
  const ids = new Set(names.flatMap((name) => ownerOf(name) ?? []))
  const kept = new Set(rows === null ? [] : filesReferredIn(rows, [...ids]))
  for (const name of names)
    if (!kept.has(ownerOf(name) ?? '')) rmSync(join(folder, name), { force: true, recursive: true })
  if (kept.size === 0) rmSync(folder, { force: true, recursive: true })
}

/**
 * Sets a closed database of another person (F15) or site aside. The copy of unsent edits goes, as the database has them
 * and the next person must not get them; so are the pictures.
 */
export function setAsideForOther(file: string): { edits: number } {
  const path = setAside(file, 'other-user', new Date())
  rmSync(unsentCopyOf(file), { force: true })
  removeFile(picturesOf(file))
  return { edits: look(path, 'other-user').edits ?? 0 }
}

/**
 * Removes all of an account's files except unsent edits with their documents, and unreadable files; none may be open.
 * Returns the number of edits, and of unreadable files. `file`: the account's database.
 */
export function keepOnlyUnsent(file: string): { edits: number; unreadable: number } {
  const folder = dirname(file)
  const id = accountOf(basename(file))
  adoptFinished(file, migrations.length)
  const copied = salvage(file, migrations.length).rows
  const main = existsSync(file) ? reduce(file) : null
  let edits = main?.isWhole ? main.edits : countOf(copied)
  let unreadable = main === null || main.isWhole ? 0 : 1
  if (main?.isWhole) clearDamaged(file)
  if (main?.isWhole && main.edits === 0) removeFile(unsentCopyOf(file))
  for (const name of readdirSync(folder)) {
    if (accountOf(name) !== id || COMPANIONS.some((suffix) => name.endsWith(suffix))) continue
    const path = join(folder, name)
    const kind = kindOf(id, name)
    // The database was read completely, so its backup from before an update is not needed.
    if (kind === 'before-update' && main?.isWhole) removeFile(path)
    else if (kind === 'before-update') unreadable += 1
    // A readable copy holds only unsent edits, so it stays.
    if (kind === 'copy' && existsSync(path) && readUnsentCopy(path) === null) unreadable += 1
    if (kind === 'pictures') removeFile(path)
    if (kind === 'rest' && path !== damagedMark(file)) removeFile(path)
    if (kind !== 'other-user' && kind !== 'damaged') continue
    const left = reduce(path)
    if (!left.isWhole) unreadable += 1
    // Edits carried over from a damaged database are in the database.
    if (kind === 'other-user') edits += left.edits
    if (kind === 'other-user' && left.isWhole) leaveReferred(path, left.rows)
  }
  if (unreadable === 0) leaveReferred(file, main?.rows ?? copied)
  return { edits, unreadable }
}

function countOf(rows: UnsentRows | null): number {
  return rows ? countUnsent(rows) : 0
}

/**
 * Replaces a database by one with only its unsent edits, or removes it if there are none. One that cannot be read
 * completely, or whose rows do not all fit, stays: `isWhole` false.
 */
function reduce(path: string): { edits: number; isWhole: boolean; rows: UnsentRows | null } {
  const rows = readUnsentOf(path, true)
  const edits = countOf(rows)
  if (rows === null || !rows.complete || rows.version > migrations.length)
    return { edits, isWhole: false, rows }
  if (edits === 0) {
    removeFile(path)
    return { edits, isWhole: true, rows }
  }
  const isWhole = createDatabase(path, migrations.slice(0, rows.version), {
    fill: (db) => writeUnsent(db, rows),
    makeWay: () => writeBackLog(path),
  })
  return { edits, isWhole, rows }
}

/** Merges the log into the database file: another database with this name must not be opened with it. */
function writeBackLog(path: string): void {
  const db = new Database(path)
  try {
    db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
  for (const suffix of COMPANIONS) rmSync(path + suffix, { force: true })
}

/** The unsent edits of a file as text for a person or another program; null if they cannot be read. */
export function exportUnsent(path: string, isOurs: boolean): string | null {
  const rows = path.endsWith('.json') ? readUnsentCopy(path) : readUnsentOf(path, isOurs || isNewer(path))
  if (rows === null) return null
  const lists = SALVAGED.flatMap((name) => {
    const { exportedAs } = salvageOf(name)
    return exportedAs === undefined ? [] : [[exportedAs, rows.tables[name].map(withJson)] as const]
  })
  return JSON.stringify({ complete: rows.complete, ...Object.fromEntries(lists) }, null, 2)
}

/** The row with its JSON columns parsed. */
function withJson(row: { [column: string]: string | number | null }): { [column: string]: Json } {
  const read = (value: string | number | null): Json => {
    if (typeof value !== 'string' || !/^[[{"]/.test(value)) return value
    try {
      return parseJson(value)
    } catch {
      return value
    }
  }
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, read(value)]))
}
