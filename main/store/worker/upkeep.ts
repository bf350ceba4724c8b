import Database from 'better-sqlite3'
import * as v from 'valibot'
import type { FoundAccount } from '../durability/account-folder.ts'
import {
  exportUnsent,
  keepOnlyUnsent,
  setAsideForOther,
  surveyAccounts,
} from '../durability/account-folder.ts'
import { markDamaged } from '../durability/set-aside.ts'
import type { Db } from '../tables/sql.ts'
import { toStoreError } from '../store-error.ts'
import { writeUnsentCopy } from '../durability/unsent-copy.ts'

/**
 * The tasks on databases beside the calls of the store, in threads of their own, so that no call waits for them.
 * While a database is open and used (F16):
 * - check: reads the whole file; a damaged one is marked, and set aside at the next opening
 * - copy: writes the copy of unsent edits; a damaged file is marked likewise
 * While it is closed:
 * - set-aside: moves a database of another person (F15) or site away; returns its number of unsent edits
 * - reduce: removes all but unsent edits; returns their number, and that of unreadable files
 * At any time:
 * - survey: lists the folder of all accounts
 * - export-open: returns the unsent edits as text, null if they cannot be read
 * - export: the same, of a file that is not open: SQLite's files that the reading made are removed
 */
export const upkeepTask = v.picklist([
  'check',
  'copy',
  'set-aside',
  'reduce',
  'survey',
  'export',
  'export-open',
])
export type UpkeepTask = v.InferOutput<typeof upkeepTask>

export type UpkeepResult = {
  check: 'sound' | 'damaged'
  copy: 'sound' | 'damaged'
  'set-aside': { edits: number }
  reduce: { edits: number; unreadable: number }
  survey: FoundAccount[]
  export: string | null
  'export-open': string | null
}

const tasks: { [Task in UpkeepTask]: (path: string) => UpkeepResult[Task] } = {
  check: checkFile,
  copy: copyUnsent,
  'set-aside': setAsideForOther,
  reduce: keepOnlyUnsent,
  survey: surveyAccounts,
  export: (path) => exportUnsent(path, true),
  'export-open': (path) => exportUnsent(path, false),
}

/** @throws the error of the disk or of SQLite */
export function runUpkeep<Task extends UpkeepTask>(path: string, task: Task): UpkeepResult[Task] {
  return tasks[task](path)
}

function checkFile(file: string): 'sound' | 'damaged' {
  return judge(file, (db) => {
    if (db.pragma('quick_check(1)', { simple: true }) === 'ok') return 'sound'
    markDamaged(file)
    return 'damaged'
  })
}

function copyUnsent(file: string): 'sound' | 'damaged' {
  return judge(file, (db) => writeUnsentCopy(db, file))
}

/** The result of looking at a database; one that SQLite finds corrupt is damaged. Throws any other error. */
function judge(file: string, look: (db: Db) => 'sound' | 'damaged'): 'sound' | 'damaged' {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true })
    try {
      return look(db)
    } finally {
      db.close()
    }
  } catch (error) {
    if (toStoreError(error).code !== 'corrupt') throw error
  }
  markDamaged(file)
  return 'damaged'
}
