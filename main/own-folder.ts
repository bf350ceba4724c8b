import { chmodSync, mkdirSync } from 'node:fs'
import { errorName, type Log } from './log.ts'

/** Creates the folder and its parents if they are missing, accessible to their owner only. */
export function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** Makes an existing folder private. Windows protects the folders of a user by itself. */
export function closeFolder(folder: string, log: Log): void {
  if (process.platform === 'win32') return
  try {
    chmodSync(folder, 0o700)
  } catch (error) {
    // On some network drives there are no modes; the program works there as well.
    log.warn('folder-not-closed', { error: errorName(error) })
  }
}
