import type { MenuItemConstructorOptions } from 'electron'
import { expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { menuTemplate, type MenuParts } from '../../../main/windows/menu.ts'
import { calls, type MenuItem } from '../../../shared/ipc.ts'

// Electron is not there in a unit test; only what the menu is made of is asked.
vi.mock('electron', () => ({ Menu: {}, BrowserWindow: vi.fn<() => void>() }))

const item = (menu: MenuItem['menu'], id: string, more: Partial<MenuItem> = {}): MenuItem => ({
  menu,
  id,
  label: id,
  accelerator: null,
  isEnabled: true,
  divides: false,
  ...more,
})
const items = [
  item('file', 'document.save', { label: 'Save', accelerator: 'CmdOrCtrl+S', isEnabled: false }),
  item('go', 'go-dashboard', { label: 'Dashboard' }),
  item('go', 'nav-news', { label: 'News & Events', divides: true }),
  item('help', 'app.about', { label: 'About Galley' }),
]
const parts = (more: Partial<MenuParts> = {}): MenuParts => ({
  language: 'en',
  items,
  platform: 'linux',
  isPackaged: true,
  onChosen: () => undefined,
  ...more,
})

function submenuOf(
  template: readonly MenuItemConstructorOptions[],
  label: string,
): MenuItemConstructorOptions[] {
  const submenu = template.find((one) => one.label === label)?.submenu
  return Array.isArray(submenu) ? submenu : []
}
const labels = (some: readonly MenuItemConstructorOptions[]) =>
  some.map(({ label, type, role }) => label ?? type ?? role)

test('U53 (menu bar) has the commands of the window between what the system has', () => {
  const template = menuTemplate(parts())
  expect(labels(template)).toEqual(['File', 'Edit', 'View', 'Go', 'Window', 'Help'])
  expect(labels(submenuOf(template, 'File'))).toEqual(['Save', 'separator', 'Close window', 'Quit'])
  expect(labels(submenuOf(template, 'Go'))).toEqual(['Dashboard', 'separator', 'News && Events'])
  expect(labels(submenuOf(template, 'Help'))).toEqual(['About Galley'])
})

test.each([
  ['de', ['Datei', 'Bearbeiten', 'Ansicht', 'Gehe zu', 'Fenster', 'Hilfe']],
  ['fr', ['Fichier', 'Édition', 'Affichage', 'Aller', 'Fenêtre', 'Aide']],
  ['ar', ['ملف', 'تحرير', 'عرض', 'انتقال', 'نافذة', 'مساعدة']],
  ['fi', ['File', 'Edit', 'View', 'Go', 'Window', 'Help']],
])('is in the language of the window: %s', (language, wanted) => {
  expect(labels(menuTemplate(parts({ language })))).toEqual(wanted)
})

test('before the window has said its commands there is what the system has, without empty menus', () => {
  const template = menuTemplate(parts({ items: [] }))
  expect(labels(template)).toEqual(['File', 'Edit', 'View', 'Window'])
  expect(labels(submenuOf(template, 'File'))).toEqual(['Close window', 'Quit'])
  expect(labels(submenuOf(template, 'Edit'))).toEqual([
    'Undo',
    'Redo',
    'separator',
    'Cut',
    'Copy',
    'Paste',
    'Paste without formatting',
    'Delete',
    'Select all',
  ])
})

test('what is chosen by the pointer goes to the window, by its keys the page has heard it already', () => {
  const onChosen = vi.fn<(id: string) => void>()
  const [save] = submenuOf(menuTemplate(parts({ onChosen })), 'File')
  const choose = (triggeredByAccelerator: boolean) =>
    Reflect.apply(save?.click ?? (() => undefined), undefined, [{}, undefined, { triggeredByAccelerator }])
  expect(save).toMatchObject({ enabled: false, accelerator: 'CmdOrCtrl+S', registerAccelerator: false })
  choose(true)
  expect(onChosen).not.toHaveBeenCalled()
  choose(false)
  expect(onChosen).toHaveBeenCalledWith('document.save')
})

test('macOS has its own menu of the program, and quits there', () => {
  const template = menuTemplate(parts({ platform: 'darwin' }))
  expect(template[0]).toEqual({ role: 'appMenu' })
  expect(labels(submenuOf(template, 'File'))).toEqual(['Save', 'separator', 'Close window'])
})

test('developer tools are for development only', () => {
  const roles = (isPackaged: boolean) =>
    submenuOf(menuTemplate(parts({ isPackaged })), 'View').flatMap(({ role }) => role ?? [])
  expect(roles(true)).not.toContain('toggleDevTools')
  expect(roles(false)).toContain('toggleDevTools')
})

test.each([
  ['CmdOrCtrl+Shift+S', true],
  ['Alt+Left', true],
  ['F1', true],
  ['CmdOrCtrl+', false],
  ['Hyper+S', false],
  ['S'.repeat(50), false],
])('the accelerator %s is taken: %s', (accelerator, isTaken) => {
  const input = { items: [item('file', 'a', { accelerator })] }
  expect(v.safeParse(calls['menu.set'].input, input).success).toBe(isTaken)
})
