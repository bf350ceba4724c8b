import path from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'
import type { SaveFileResult } from '../../shared/ipc.ts'
import { writeJsonFile } from './save-file-text.ts'

/**
 * Asks where to, and writes a JSON file there. `name`: what the file is to be called; whatever would lead out of the
 * chosen folder is taken from it.
 */
export async function saveJsonFile(
  window: BrowserWindow | null,
  { name, text }: { name: string; text: string },
): Promise<SaveFileResult> {
  const options = {
    defaultPath: path.join(app.getPath('documents'), name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')),
    filters: [{ name: 'JSON', extensions: ['json'] }],
    properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
  }
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options))
  if (canceled || filePath === '') return { outcome: 'cancelled' }
  return writeJsonFile(filePath, text)
}
