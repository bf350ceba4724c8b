import { dialog, type BrowserWindow } from 'electron'
import type { Log } from '../log.ts'

const LIMIT = 3
const WINDOW_MS = 60_000

/** The page has all other texts of the program, but it is what failed. */
const FAILED: { en: string; [language: string]: string } = {
  en: 'The window failed several times in a row. What you typed is kept on this computer. Start Galley again.',
  de: 'Das Fenster ist mehrmals hintereinander ausgefallen. Was du getippt hast, ist auf diesem Computer gespeichert. Starte Galley neu.',
  fr: 'La fenêtre a échoué plusieurs fois de suite. Ce que vous avez saisi est conservé sur cet ordinateur. Relancez Galley.',
  ar: 'تعطلت النافذة عدة مرات متتالية. ما كتبته محفوظ على هذا الجهاز. أعد تشغيل Galley.',
}

/**
 * A page whose process crashed or was killed for memory is loaded again: what was typed is in the database (SY1). One
 * that crashes again and again is left, and said in words, instead of flickering for ever.
 */
export function revivePage(window: BrowserWindow, language: () => string, log: Log): void {
  let crashes: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    const now = performance.now()
    crashes = [...crashes.filter((time) => now - time < WINDOW_MS), now]
    log.error('page-gone', { reason, times: crashes.length })
    // Not within the event: the contents are still being taken down.
    if (crashes.length <= LIMIT) setImmediate(() => !window.isDestroyed() && window.webContents.reload())
    else {
      dialog.showErrorBox('Galley', FAILED[language()] ?? FAILED.en)
    }
  })
}
