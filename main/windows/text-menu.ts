import { Menu, type ContextMenuParams, type MenuItemConstructorOptions, type WebContents } from 'electron'

type TextMenuTexts = {
  cut: string
  copy: string
  paste: string
  pastePlain: string
  selectAll: string
  noSuggestions: string
}

/** Labels of the menu, which main draws without access to the page's texts. */
const WORDS: { en: TextMenuTexts; [language: string]: TextMenuTexts } = {
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

type MenuParams = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'misspelledWord' | 'dictionarySuggestions' | 'editFlags'
>

/**
 * The context menu of a text: spelling suggestions, and the clipboard. Null: it would be empty. Undo is not in it, as
 * a document undoes its own steps (DM7).
 */
export function textMenu(
  asked: MenuParams,
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

/** Opens the context menu where a page has none of its own. */
export function showTextMenus(contents: WebContents, language: () => string): void {
  contents.on('context-menu', (_event, asked) => {
    const items = textMenu(asked, language(), (word) => contents.replaceMisspelling(word))
    if (items !== null) Menu.buildFromTemplate(items).popup()
  })
}
