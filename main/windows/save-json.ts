import { writeFile } from 'node:fs/promises'
import { dialog, type BrowserWindow, type SaveDialogOptions } from 'electron'
import type { CallInput, SaveFileResult } from '../../shared/ipc.ts'

/** What no file system takes in a name, and what would lead elsewhere. */
const NOT_IN_NAMES = /[\p{Cc}<>:"/\\|?*]+/gu

/** Asks where to, and writes a text there. */
export async function saveJson(
  window: BrowserWindow | null,
  { name, text }: CallInput<'app.saveJson'>,
): Promise<SaveFileResult> {
  const options: SaveDialogOptions = {
    defaultPath: `${name.replaceAll(NOT_IN_NAMES, ' ').trim().slice(0, 100) || 'galley'}.json`,
    filters: [{ name: 'JSON', extensions: ['json'] }],
  }
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options))
  if (canceled || filePath === '') return { outcome: 'cancelled' }
  try {
    await writeFile(filePath, text, 'utf8')
    return { outcome: 'saved', path: filePath }
  } catch (error) {
    return { outcome: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}
