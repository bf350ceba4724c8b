import { dialog, type BrowserWindow } from 'electron'

type WaitTexts = { silent: string; detail: string; wait: string; quit: string }

/** Texts of the dialog, since the page, which has the other texts of the program, does not answer. */
const WORDS: { en: WaitTexts; [language: string]: WaitTexts } = {
  en: {
    silent: 'The window does not answer.',
    detail: 'What you typed last may not be on this computer yet, and is lost if you quit now.',
    wait: 'Wait',
    quit: 'Quit anyway',
  },
  de: {
    silent: 'Das Fenster antwortet nicht.',
    detail:
      'Was du zuletzt getippt hast, ist vielleicht noch nicht auf diesem Computer gespeichert und geht verloren, wenn du jetzt beendest.',
    wait: 'Warten',
    quit: 'Trotzdem beenden',
  },
  fr: {
    silent: 'La fenêtre ne répond pas.',
    detail:
      'Ce que vous avez saisi en dernier n’est peut-être pas encore sur cet ordinateur et sera perdu si vous quittez maintenant.',
    wait: 'Attendre',
    quit: 'Quitter quand même',
  },
  ar: {
    silent: 'النافذة لا تستجيب.',
    detail: 'ربما لم يُحفظ آخر ما كتبته على هذا الجهاز بعد، وسيُفقد إذا أنهيت البرنامج الآن.',
    wait: 'انتظار',
    quit: 'إنهاء على أي حال',
  },
}

/** Asks the person whether to wait for a page that does not answer. True: quit anyway. */
export async function askToWait(window: BrowserWindow, language: string): Promise<boolean> {
  const words = WORDS[language] ?? WORDS.en
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: words.silent,
    detail: words.detail,
    buttons: [words.wait, words.quit],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 1
}
