import { randomUUID } from 'node:crypto'
import { unlinkSync } from 'node:fs'
import { access, open, rename } from 'node:fs/promises'
import path from 'node:path'
import type { NotWritten } from '../../shared/ipc.ts'

export type ExportFile = {
  append: (content: string | Uint8Array) => Promise<void>
  /** Renames the complete file to its final name. */
  finish: () => Promise<void>
  /** Removes the unfinished file. */
  abandon: () => Promise<void>
}

/** The methods used of a file handle; Node's own has more. */
export type Handle = {
  appendFile: (content: string | Uint8Array) => Promise<void>
  sync: () => Promise<void>
  close: () => Promise<void>
}
type Open = (file: string, flags: 'wx', mode: number) => Promise<Handle>

/**
 * A private file beside the target that is renamed once it is complete: if it ends early, the old file, or none,
 * remains.
 */
export async function openExportFile(target: string, openFile: Open = open): Promise<ExportFile> {
  const part = path.join(path.dirname(target), `.${path.basename(target)}-${randomUUID()}.part`)
  const handle = await openFile(part, 'wx', 0o600)
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await handle.close()
  }
  return {
    append: (content) => handle.appendFile(content),
    async finish() {
      await handle.sync()
      await close()
      await rename(part, target)
    },
    async abandon() {
      // Synchronous, since the program may be quitting.
      try {
        unlinkSync(part)
      } catch {
        // Some systems do not remove an open file.
        await close().catch(() => undefined)
        try {
          unlinkSync(part)
        } catch {
          // The file was renamed already, or the disk is gone.
        }
      }
      await close().catch(() => undefined)
    },
  }
}

/**
 * The chosen path with the extension; null: a file with the added extension exists, and nobody was asked about it.
 */
export async function withEnding(chosen: string, ending: string): Promise<string | null> {
  if (chosen.toLowerCase().endsWith(ending)) return chosen
  const named = `${chosen}${ending}`
  const isThere = await access(named).then(
    () => true,
    () => false,
  )
  return isThere ? null : named
}

const REASONS: { [code: string]: 'disk-full' | 'not-allowed' } = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EFBIG: 'disk-full',
  EACCES: 'not-allowed',
  EPERM: 'not-allowed',
  EROFS: 'not-allowed',
}

/** The reason why a file could not be written, for a person. */
export function writeFailure(error: unknown): NotWritten {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return {
    outcome: 'failed',
    reason: REASONS[code] ?? 'other',
    message: error instanceof Error ? error.message : String(error),
  }
}
