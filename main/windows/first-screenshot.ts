import { rename, writeFile } from 'node:fs/promises'
import type { BrowserWindow } from 'electron'
import { errorName, type Log } from '../log.ts'

/** Time for the page to fetch its start data and draw with it after the first frame, in milliseconds. */
const SETTLE_MS = 1500

/**
 * Writes a picture of the first screen to `file`, for starts without a display, in development only. The file appears
 * complete, so that nobody reads half a picture.
 */
export function takeFirstScreenshot(window: BrowserWindow, file: string, log: Log): void {
  const take = async (): Promise<void> => {
    if (window.isDestroyed()) return
    const image = await window.webContents.capturePage()
    await writeFile(`${file}.part`, image.toPNG())
    await rename(`${file}.part`, file)
  }
  window.webContents.once('did-finish-load', () => {
    setTimeout(() => {
      take().catch((error: unknown) => log.warn('no-first-screenshot', { error: errorName(error) }))
    }, SETTLE_MS)
  })
}
