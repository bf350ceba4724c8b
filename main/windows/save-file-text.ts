import { writeFile } from 'node:fs/promises'
import type { SaveFileResult } from '../../shared/ipc.ts'

/**
 * Writes JSON to a path that a person chose, readable for its owner only. A missing extension is added, and then no
 * existing file is replaced, as nobody was asked about it.
 */
export async function writeJsonFile(chosen: string, text: string): Promise<SaveFileResult> {
  const hasEnding = /\.json$/i.test(chosen)
  const path = hasEnding ? chosen : `${chosen}.json`
  try {
    JSON.parse(text)
    await writeFile(path, text, { mode: 0o600, flag: hasEnding ? 'w' : 'wx' })
    return { outcome: 'saved', path }
  } catch (error) {
    return { outcome: 'failed', message: error instanceof SyntaxError ? 'not JSON' : messageOf(error) }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
