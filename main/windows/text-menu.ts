import { Menu, type ContextMenuParams, type MenuItemConstructorOptions, type WebContents } from 'electron'

type Words = {
  cut: string
  copy: string
  paste: string
  pastePlain: string
  selectAll: string
  noSuggestions: string
}

/** The menu is the system's, so that the page's texts are not at hand. */
const WORDS: { en: Words; [language: string]: Words } = {
  en: {
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    pastePlain: 'Paste without formatting',
    selectAll: 'Select all',
    noSuggestions: 'No suggestions',
  },
  de: {
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    paste: 'Einfügen',
    pastePlain: 'Ohne Formatierung einfügen',
    selectAll: 'Alles auswählen',
    noSuggestions: 'Keine Vorschläge',
  },
  fr: {
    cut: 'Couper',
    copy: 'Copier',
    paste: 'Coller',
    pastePlain: 'Coller sans mise en forme',
    selectAll: 'Tout sélectionner',
    noSuggestions: 'Aucune suggestion',
  },
  ar: {
    cut: 'قص',
    copy: 'نسخ',
    paste: 'لصق',
    pastePlain: 'لصق بدون تنسيق',
    selectAll: 'تحديد الكل',
    noSuggestions: 'لا توجد اقتراحات',
  },
}

const MOST_SUGGESTIONS = 5

type Asked = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'misspelledWord' | 'dictionarySuggestions' | 'editFlags'
>

/**
 * What a click with the other button offers in a text: the words that may have been meant, and the clipboard. Null:
 * there is nothing to offer. Undo is not among it: a document takes back its own steps (DM7).
 */
export function textMenu(
  asked: Asked,
  language: string,
  replace: (word: string) => void,
): MenuItemConstructorOptions[] | null {
  const words = WORDS[language] ?? WORDS.en
  const { isEditable, selectionText, misspelledWord, editFlags } = asked
  const copy: MenuItemConstructorOptions = { role: 'copy', label: words.copy, enabled: editFlags.canCopy }
  if (!isEditable) return selectionText.trim() === '' ? null : [copy]
  const suggestions = asked.dictionarySuggestions.slice(0, MOST_SUGGESTIONS)
  const spelling: MenuItemConstructorOptions[] =
    misspelledWord === ''
      ? []
      : suggestions.length === 0
        ? [{ label: words.noSuggestions, enabled: false }, { type: 'separator' }]
        : [...suggestions.map((word) => ({ label: word, click: () => replace(word) })), { type: 'separator' }]
  return [
    ...spelling,
    { role: 'cut', label: words.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: words.paste, enabled: editFlags.canPaste },
    { role: 'pasteAndMatchStyle', label: words.pastePlain, enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: words.selectAll, enabled: editFlags.canSelectAll },
  ]
}

/** Shows it where a page has no menu of its own. */
export function showTextMenus(contents: WebContents, language: () => string): void {
  contents.on('context-menu', (_event, asked) => {
    const items = textMenu(asked, language(), (word) => contents.replaceMisspelling(word))
    if (items !== null) Menu.buildFromTemplate(items).popup()
  })
}
