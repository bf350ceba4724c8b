import { existsSync } from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { markDamaged } from './set-aside.ts'
import { toStoreError } from './store-error.ts'
import { writeUnsentCopy } from './unsent-copy.ts'

/**
 * What is done with a database while it is open and used, on a connection and in a thread of its own, so that nobody
 * waits for it (F16):
 * - check: reads the whole file; one that is damaged is marked, and set aside at the next opening
 * - copy: writes the copy of what is unsent
 */
export type UpkeepTask = 'check' | 'copy'
export type UpkeepResult = 'done' | 'damaged' | 'failed'

export function runUpkeep(file: string, task: UpkeepTask): UpkeepResult {
  if (!existsSync(file)) return 'failed'
  try {
    const db = new Database(file, { readonly: true })
    try {
      if (task === 'copy') writeUnsentCopy(db, file)
      else if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') return damaged(file)
      return 'done'
    } finally {
      db.close()
    }
  } catch (error) {
    return task === 'check' && toStoreError(error).code === 'corrupt' ? damaged(file) : 'failed'
  }
}

function damaged(file: string): UpkeepResult {
  markDamaged(file)
  return 'damaged'
}

/** Does one task and answers what came of it. */
export function serveUpkeep(port: MessagePort, file: string, task: UpkeepTask): void {
  port.postMessage(runUpkeep(file, task))
  port.close()
}
