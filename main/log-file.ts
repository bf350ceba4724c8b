import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'

const MAX_BYTES = 1_000_000

/**
 * A sink that appends to `galley.log` in the folder and starts a new file at 1 MB, keeping one old one. A disk that
 * is full or read-only must not end the program: such lines are lost.
 */
export function logFileSink(folder: string): (line: string) => void {
  const file = path.join(folder, 'galley.log')
  let size: number | null = null
  return (line) => {
    try {
      if (size === null) {
        mkdirSync(folder, { recursive: true })
        size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      }
      if (size > MAX_BYTES) {
        renameSync(file, path.join(folder, 'galley.old.log'))
        size = 0
      }
      appendFileSync(file, `${line}\n`, { mode: 0o600 })
      size += Buffer.byteLength(line) + 1
    } catch {
      size = null
    }
  }
}
