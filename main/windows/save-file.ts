import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { app, dialog, nativeImage } from 'electron'
import type { BrowserWindow, NativeImage } from 'electron'
import type { SaveFileResult } from '../../shared/ipc.ts'

/**
 * Asks for a path; null: cancelled. `name`: the suggested name; all but letters, digits, `.`, `_` and `-` is replaced.
 * `format`: its extension without the dot; '': none.
 */
export async function askWhere(
  window: BrowserWindow | null,
  name: string,
  format: string,
): Promise<string | null> {
  const called = format === '' ? name : `${name}.${format}`
  const options = {
    defaultPath: path.join(app.getPath('documents'), called.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')),
    filters: format === '' ? [] : [{ name: format.toUpperCase(), extensions: [format] }],
    properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
  }
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options))
  return canceled || filePath === '' ? null : filePath
}

/** Asks for a path, and writes a JSON file there. */
export async function saveJsonFile(
  window: BrowserWindow | null,
  { name, text }: { name: string; text: string },
): Promise<SaveFileResult> {
  const chosen = await askWhere(window, name.replace(/\.json$/i, ''), 'json')
  return chosen === null ? { outcome: 'cancelled' } : writeJsonFile(chosen, text)
}

/** Begins to drag a file out of the window, with the icon that the system has for its kind. */
export async function dragFile(window: BrowserWindow | null, file: string): Promise<void> {
  if (window === null) return
  const icon = await app.getFileIcon(file).catch(() => null)
  window.webContents.startDrag({ file, icon: icon === null || icon.isEmpty() ? plainIcon() : icon })
}

/** Electron drags nothing without an icon: a grey square. */
function plainIcon(): NativeImage {
  const size = 24
  return nativeImage.createFromBitmap(Buffer.alloc(size * size * 4, 0x90), { width: size, height: size })
}

/**
 * Writes JSON to a path that a person chose, a new file readable for its owner only. A missing extension is added, and
 * then no existing file is replaced, as nobody was asked about it.
 */
export async function writeJsonFile(chosen: string, text: string): Promise<SaveFileResult> {
  const hasEnding = /\.json$/i.test(chosen)
  const file = hasEnding ? chosen : `${chosen}.json`
  try {
    JSON.parse(text)
    await writeFile(file, text, { mode: 0o600, flag: hasEnding ? 'w' : 'wx' })
    return { outcome: 'saved', path: file }
  } catch (error) {
    return { outcome: 'failed', message: error instanceof SyntaxError ? 'not JSON' : messageOf(error) }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
