import { BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron'
import type { CallInput, MenuItem, MenuName } from '../../shared/ipc.ts'

type MenuTexts = {
  file: string
  edit: string
  view: string
  go: string
  window: string
  help: string
  close: string
  quit: string
  undo: string
  redo: string
  cut: string
  copy: string
  paste: string
  pastePlain: string
  delete: string
  selectAll: string
  resetZoom: string
  zoomIn: string
  zoomOut: string
  fullscreen: string
  minimize: string
}

/** Labels of items that need no window: the menu exists before the page has sent its texts. */
const WORDS: { en: MenuTexts; [language: string]: MenuTexts } = {
  en: {
    file: 'File',
    edit: 'Edit',
    view: 'View',
    go: 'Go',
    window: 'Window',
    help: 'Help',
    close: 'Close window',
    quit: 'Quit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    pastePlain: 'Paste without formatting',
    delete: 'Delete',
    selectAll: 'Select all',
    resetZoom: 'Actual size',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fullscreen: 'Full screen',
    minimize: 'Minimize',
  },
  de: {
    file: 'Datei',
    edit: 'Bearbeiten',
    view: 'Ansicht',
    go: 'Gehe zu',
    window: 'Fenster',
    help: 'Hilfe',
    close: 'Fenster schließen',
    quit: 'Beenden',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    paste: 'Einfügen',
    pastePlain: 'Ohne Formatierung einfügen',
    delete: 'Löschen',
    selectAll: 'Alles auswählen',
    resetZoom: 'Originalgröße',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    fullscreen: 'Vollbild',
    minimize: 'Minimieren',
  },
  fr: {
    file: 'Fichier',
    edit: 'Édition',
    view: 'Affichage',
    go: 'Aller',
    window: 'Fenêtre',
    help: 'Aide',
    close: 'Fermer la fenêtre',
    quit: 'Quitter',
    undo: 'Annuler',
    redo: 'Rétablir',
    cut: 'Couper',
    copy: 'Copier',
    paste: 'Coller',
    pastePlain: 'Coller sans mise en forme',
    delete: 'Supprimer',
    selectAll: 'Tout sélectionner',
    resetZoom: 'Taille réelle',
    zoomIn: 'Zoom avant',
    zoomOut: 'Zoom arrière',
    fullscreen: 'Plein écran',
    minimize: 'Réduire',
  },
  ar: {
    file: 'ملف',
    edit: 'تحرير',
    view: 'عرض',
    go: 'انتقال',
    window: 'نافذة',
    help: 'مساعدة',
    close: 'إغلاق النافذة',
    quit: 'إنهاء',
    undo: 'تراجع',
    redo: 'إعادة',
    cut: 'قص',
    copy: 'نسخ',
    paste: 'لصق',
    pastePlain: 'لصق بدون تنسيق',
    delete: 'حذف',
    selectAll: 'تحديد الكل',
    resetZoom: 'الحجم الأصلي',
    zoomIn: 'تكبير',
    zoomOut: 'تصغير',
    fullscreen: 'ملء الشاشة',
    minimize: 'تصغير النافذة',
  },
}

export type MenuParts = {
  /** UI language, a key of @payloadcms/translations. */
  language: string
  /** The window's commands; empty until it sends them, and without an account. */
  items: readonly MenuItem[]
  platform: NodeJS.Platform
  /** False in development, which adds reloading and developer tools. */
  isPackaged: boolean
  onChosen: (id: string) => void
}

/** The menu bar: the system's own items for editing and windows, and the window's commands between them. */
export function menuTemplate(parts: MenuParts): MenuItemConstructorOptions[] {
  const { language, platform, isPackaged } = parts
  const words = WORDS[language] ?? WORDS.en
  const isMac = platform === 'darwin'
  const own = (menu: MenuName): MenuItemConstructorOptions[] =>
    parts.items.filter((item) => item.menu === menu).flatMap((item) => itemsOf(item, parts))
  const separator = { type: 'separator' } as const
  const file: MenuItemConstructorOptions[] = [
    ...own('file'),
    separator,
    { role: 'close', label: words.close },
    ...(isMac ? [] : [{ role: 'quit' as const, label: words.quit }]),
  ]
  const edit: MenuItemConstructorOptions[] = [
    undoItem(words.undo, 'CmdOrCtrl+Z', 'undo'),
    undoItem(words.redo, 'Shift+CmdOrCtrl+Z', 'redo'),
    separator,
    { role: 'cut', label: words.cut },
    { role: 'copy', label: words.copy },
    { role: 'paste', label: words.paste },
    { role: 'pasteAndMatchStyle', label: words.pastePlain },
    { role: 'delete', label: words.delete },
    { role: 'selectAll', label: words.selectAll },
    separator,
    ...own('edit'),
  ]
  const view: MenuItemConstructorOptions[] = [
    ...own('view'),
    separator,
    { role: 'resetZoom', label: words.resetZoom },
    { role: 'zoomIn', label: words.zoomIn },
    { role: 'zoomOut', label: words.zoomOut },
    separator,
    { role: 'togglefullscreen', label: words.fullscreen },
    ...(isPackaged ? [] : [separator, { role: 'reload' as const }, { role: 'toggleDevTools' as const }]),
  ]
  const menus: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    { label: words.file, submenu: withoutIdle(file) },
    { label: words.edit, submenu: withoutIdle(edit) },
    { label: words.view, submenu: withoutIdle(view) },
    { label: words.go, submenu: withoutIdle(own('go')) },
    isMac
      ? { role: 'windowMenu', label: words.window }
      : { label: words.window, submenu: [{ role: 'minimize', label: words.minimize }] },
    { role: 'help', label: words.help, submenu: own('help') },
  ]
  return menus.filter(({ submenu }) => !Array.isArray(submenu) || submenu.length > 0)
}

export function setApplicationMenu(parts: MenuParts): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(parts)))
}

/**
 * Opens the menu bar as one menu, for systems without a bar. `at`: CSS pixels of the page. Resolves once it is
 * closed.
 */
export function popUpMenu(window: BrowserWindow | null, at: CallInput<'menu.show'>): Promise<void> {
  const menu = Menu.getApplicationMenu()
  if (window === null || menu === null) return Promise.resolve()
  const zoom = window.webContents.getZoomFactor()
  return new Promise((callback) => {
    menu.popup({ window, x: Math.round(at.x * zoom), y: Math.round(at.y * zoom), callback })
  })
}

function itemsOf(
  { id, label, accelerator, isEnabled, divides }: MenuItem,
  { onChosen }: MenuParts,
): MenuItemConstructorOptions[] {
  return [
    ...(divides ? [{ type: 'separator' as const }] : []),
    {
      // A label may contain an ampersand, as in "News & Events".
      label: label.replaceAll('&', '&&'),
      enabled: isEnabled,
      // The page handles the keys, and knows where they have another meaning.
      ...(accelerator !== null && { accelerator, registerAccelerator: false }),
      click: (_item, _window, { triggeredByAccelerator = false }) => {
        if (!triggeredByAccelerator) onChosen(id)
      },
    },
  ]
}

/** Removes separators at both ends. */
function withoutIdle(items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  const isLine = (item: MenuItemConstructorOptions | undefined): boolean => item?.type === 'separator'
  const from = isLine(items[0]) ? 1 : 0
  return items.slice(from, isLine(items.at(-1)) ? -1 : undefined)
}

/**
 * Undo belongs to the page: a document undoes its own steps (DM7). Its keys reach the page first, and the menu only
 * in inputs of dialogs. When it is chosen with the pointer, the page gets the keys.
 */
function undoItem(label: string, accelerator: string, native: 'undo' | 'redo'): MenuItemConstructorOptions {
  return {
    label,
    accelerator,
    click(_item, window, { triggeredByAccelerator = false }) {
      const contents = window instanceof BrowserWindow ? window.webContents : undefined
      if (contents === undefined) return
      if (triggeredByAccelerator) return contents[native]()
      const mod = process.platform === 'darwin' ? ('meta' as const) : ('control' as const)
      const modifiers = native === 'redo' ? [mod, 'shift' as const] : [mod]
      contents.sendInputEvent({ type: 'keyDown', keyCode: 'Z', modifiers })
      contents.sendInputEvent({ type: 'keyUp', keyCode: 'Z', modifiers })
    },
  }
}
