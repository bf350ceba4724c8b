import { open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { redactLogLine } from './redact-log.ts'

const LOG_TAIL_BYTES = 64 * 1024
const LOG_LINES = 200

/** Bytes of all files below a folder; a file or folder that cannot be read counts as 0. */
export async function folderBytes(folder: string): Promise<number> {
  const files = await filesBelow(folder)
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Number of crash dumps, and time of the newest. */
export async function countCrashes(folder: string): Promise<{ count: number; newest: string | null }> {
  const dumps = (await filesBelow(folder)).filter((file) => file.endsWith('.dmp'))
  const times = await Promise.all(
    dumps.map((file) =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  const newest = Math.max(0, ...times)
  return { count: dumps.length, newest: newest === 0 ? null : new Date(newest).toISOString() }
}

/** The newest lines of the log, redacted for a report, the newest last. */
export async function readLogTail(folder: string): Promise<string[]> {
  const lines: string[] = []
  for (const name of ['galley.old.log', 'galley.log']) lines.push(...(await tailOf(path.join(folder, name))))
  return lines
    .map(redactLogLine)
    .filter((line) => line !== null)
    .slice(-LOG_LINES)
}

async function tailOf(file: string): Promise<string[]> {
  const handle = await open(file, 'r').catch(() => null)
  if (handle === null) return []
  try {
    const { size } = await handle.stat()
    const from = Math.max(0, size - LOG_TAIL_BYTES)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from)
    // The first line may be cut; redactLogLine drops a partial line.
    return buffer.toString('utf8', 0, bytesRead).split('\n')
  } catch {
    return []
  } finally {
    await handle.close()
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = await Promise.all(
    entries.map(async (entry): Promise<string[]> => {
      const at = path.join(folder, entry.name)
      if (entry.isDirectory()) return filesBelow(at)
      return entry.isFile() ? [at] : []
    }),
  )
  return found.flat()
}
