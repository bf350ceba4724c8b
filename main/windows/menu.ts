import { BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron'

/**
 * The smallest menu that keeps the system's shortcuts for editing and windows. Galley's own commands are in the page.
 * Reloading and developer tools are for development only.
 */
export function setApplicationMenu(packaged: boolean): void {
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
  if (!packaged) view.push({ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' })
  const edit: MenuItemConstructorOptions[] = [
    undoItem('Undo', 'CmdOrCtrl+Z', 'undo'),
    undoItem('Redo', 'Shift+CmdOrCtrl+Z', 'redo'),
    { type: 'separator' },
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'pasteAndMatchStyle' },
    { role: 'delete' },
    { role: 'selectAll' },
  ]
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
    ...(process.platform === 'darwin' ? [] : [{ label: 'File', submenu: [{ role: 'quit' as const }] }]),
    { label: 'Edit', submenu: edit },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
    { role: 'help', submenu: [shortcutsItem] },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

/** The page has the sheet, and its key. */
const shortcutsItem: MenuItemConstructorOptions = {
  label: 'Keyboard Shortcuts',
  accelerator: 'F1',
  registerAccelerator: false,
  click(_item, window) {
    if (!(window instanceof BrowserWindow)) return
    window.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'F1' })
    window.webContents.sendInputEvent({ type: 'keyUp', keyCode: 'F1' })
  },
}

/**
 * Undo is the page's: a document takes back its own steps (DM7). Its keys reach the page first, and the menu only where
 * the page leaves them alone, which is in the inputs of dialogs. Chosen by the pointer, the page is given the keys.
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
