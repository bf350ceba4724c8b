import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes the content of a file durable. Windows flushes only files opened for writing. */
export function syncFile(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Makes a rename of the file durable; Windows has no such call and does not need it. */
export function syncFolderOf(file: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(dirname(file), 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Writes a file whole or not at all: it has its name only once it is on the disk. For nobody but its owner. */
export function replaceFile(file: string, content: string): void {
  const unfinished = `${file}.part`
  try {
    writeFileSync(unfinished, content, { mode: 0o600 })
    syncFile(unfinished)
    renameSync(unfinished, file)
    syncFolderOf(file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
