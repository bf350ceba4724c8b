import { dialog, type BrowserWindow } from 'electron'
import type { Log } from '../log.ts'

const LIMIT = 3
const WINDOW_MS = 60_000

type ReviveTexts = { failed: string; kept: string; unwritten: string; restart: string }

/** Texts of the message, since the page, which has the other texts of the program, has failed. */
const WORDS: { en: ReviveTexts; [language: string]: ReviveTexts } = {
  en: {
    failed: 'The window failed several times in a row.',
    kept: 'What you typed is kept on this computer.',
    unwritten: 'What you typed last could not be written to this computer and is lost.',
    restart: 'Start Galley again.',
  },
  de: {
    failed: 'Das Fenster ist mehrmals hintereinander ausgefallen.',
    kept: 'Was du getippt hast, ist auf diesem Computer gespeichert.',
    unwritten:
      'Was du zuletzt getippt hast, konnte nicht auf diesen Computer geschrieben werden und ist verloren.',
    restart: 'Starte Galley neu.',
  },
  fr: {
    failed: 'La fenêtre a échoué plusieurs fois de suite.',
    kept: 'Ce que vous avez saisi est conservé sur cet ordinateur.',
    unwritten: 'Ce que vous avez saisi en dernier n’a pas pu être écrit sur cet ordinateur et est perdu.',
    restart: 'Relancez Galley.',
  },
  ar: {
    failed: 'تعطلت النافذة عدة مرات متتالية.',
    kept: 'ما كتبته محفوظ على هذا الجهاز.',
    unwritten: 'تعذّرت كتابة آخر ما كتبته على هذا الجهاز وقد فُقد.',
    restart: 'أعد تشغيل Galley.',
  },
}

/**
 * Reloads a page whose process crashed or was killed for memory: its input is in the database (SY1). After repeated
 * crashes a message is shown instead.
 */
export function revivePage(
  window: BrowserWindow,
  options: {
    language: () => string
    /** True if the store cannot write now, so that input is in the page only and is lost with it. */
    unwritten: () => boolean
    log: Log
  },
): void {
  let crashes: { at: number; unwritten: boolean }[] = []
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    const now = performance.now()
    crashes = [
      ...crashes.filter(({ at }) => now - at < WINDOW_MS),
      { at: now, unwritten: options.unwritten() },
    ]
    options.log.error('page-gone', { reason, times: crashes.length })
    // Deferred: the contents are still being destroyed.
    if (crashes.length <= LIMIT) setImmediate(() => !window.isDestroyed() && window.webContents.reload())
    else {
      const words = WORDS[options.language()] ?? WORDS.en
      const typed = crashes.some(({ unwritten }) => unwritten) ? words.unwritten : words.kept
      dialog.showErrorBox('Galley', `${words.failed} ${typed} ${words.restart}`)
    }
  })
}
