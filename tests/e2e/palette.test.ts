import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at, listAt, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { goOffline, titleInput, untilStatusBarSays } from './support/screens.ts'

/* Anything is found and done from the palette and the menu bar: by mouse and by keyboard, online and offline. */

let cms: Cms
let proxy: FaultProxy
let token: string
let galley: GalleyApp
let page: Page
const ids: Record<string, string> = {}

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login('editor@example.com'))
  // Whole posts, of which the draft is called otherwise: they can be published.
  const posts = listAt(
    ok(await cms.request('GET', '/posts?limit=3&where[_status][equals]=published', { token })).json,
    'docs',
  )
  for (const [index, title] of [
    'The lighthouse of Hiiumaa',
    'Ночной поезд в Нарвик',
    'Lighthouse keepers',
  ].entries()) {
    const id = String(at(posts[index], 'id'))
    ok(await cms.request('PATCH', `/posts/${id}?draft=true`, { token, body: { title, _status: 'draft' } }))
    ids[title] = id
  }
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await goTo(page, '/collections/posts')
  await page.getByRole('link', { name: 'Lighthouse keepers', exact: true }).waitFor()
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

beforeEach(async () => {
  // Back to where every list and document is one step away.
  await goTo(page, '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
})

const palette = () => page.getByRole('dialog', { name: 'Search or run a command' })
const field = () => palette().getByRole('combobox')
const options = () => palette().getByRole('option')
const postOf = (title: string) => `/collections/posts/${ids[title] ?? ''}`
const statusOf = async (title: string) =>
  at(ok(await cms.request('GET', `/posts/${ids[title] ?? ''}?draft=true`, { token })).json, '_status')

async function open(): Promise<void> {
  await page.keyboard.press('Control+k')
  await field().waitFor()
}

test('U34 a post, the account, the theme, the trash and logging out are found by what people call them', async () => {
  for (const [typed, first] of [
    ['lighthouse hiiumaa', 'The lighthouse of Hiiumaa'],
    ['lihgthuose', 'Lighthouse keepers'],
    ['поезд', 'Ночной поезд в Нарвик'],
    ['account', 'Settings'],
    ['log out', 'Log out'],
    ['theme', 'Admin Theme'],
    ['trash', 'Trash of'],
  ] as const) {
    await open()
    await page.keyboard.type(typed)
    await eventually(() => options().first().innerText()).toContain(first)
    await page.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
  }
})

test('by keyboard: Tab publishes the chosen document without opening it, the left arrow leads back', async () => {
  await open()
  await page.keyboard.type('keepers')
  await options().filter({ hasText: 'Lighthouse keepers' }).waitFor()
  await page.keyboard.press('Tab')
  await eventually(() => options().allInnerTexts()).toEqual(['Open', 'Publish', 'Copy ID'])
  await page.keyboard.press('ArrowLeft')
  await eventually(() => field().inputValue()).toBe('keepers')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('publ')
  await eventually(() => options().allInnerTexts()).toEqual(['Publish'])
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await palette().waitFor({ state: 'detached' })
  await eventually(() => statusOf('Lighthouse keepers')).toBe('published')
  expect(await addressOf(page)).toBe('/')
})

test('by mouse: the dots show what can be done, the button leads back, a press opens', async () => {
  await page.getByRole('button', { name: 'Search or run a command' }).click()
  await field().fill('hiiumaa')
  const hit = options().filter({ hasText: 'The lighthouse of Hiiumaa' })
  await hit.hover()
  await hit.getByTitle('more').click()
  await palette().getByRole('option', { name: 'Copy ID' }).waitFor()
  await page.getByRole('button', { name: 'Back', exact: true }).last().click()
  await options().filter({ hasText: 'The lighthouse of Hiiumaa' }).click()
  await eventually(() => titleInput(page).inputValue()).toBe('The lighthouse of Hiiumaa')
})

test('empty it shows what was opened last; ? says what can be typed', async () => {
  await goTo(page, postOf('Ночной поезд в Нарвик'))
  await eventually(() => titleInput(page).inputValue()).toBe('Ночной поезд в Нарвик')
  await open()
  await palette().getByRole('group', { name: 'Recent' }).waitFor()
  await eventually(() => options().first().innerText()).toContain('Ночной поезд в Нарвик')
  await page.keyboard.type('?')
  await palette().getByRole('option', { name: 'Collections and globals' }).click()
  await eventually(() => field().inputValue()).toBe('# ')
  await page.keyboard.type('auth')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor()
})

test('offline: what is typed is found, and what is not found is created under that name', async () => {
  await goTo(page, postOf('The lighthouse of Hiiumaa'))
  await titleInput(page).waitFor()
  await goOffline(page, proxy)
  await titleInput(page).fill('The beacon of Hiiumaa')
  await page.keyboard.press('Control+s')
  await open()
  await page.keyboard.type('becaon')
  await eventually(() => options().first().innerText()).toContain('The beacon of Hiiumaa')
  await field().fill('Zeppelins over Zanzibar')
  await palette().getByRole('option', { name: 'Create Post called “Zeppelins over Zanzibar”' }).click()
  await eventually(() => titleInput(page).inputValue()).toBe('Zeppelins over Zanzibar')
  await open()
  await page.keyboard.type('zanzibar')
  await options().filter({ hasText: 'Zeppelins over Zanzibar' }).waitFor()
  await page.keyboard.press('Escape')
  proxy.clearRules()
  await page.evaluate(() => Reflect.get(window, 'galley').call('connection.check', undefined))
  await untilStatusBarSays(page, /Online/)
})

/** Returns the labels of the items that can be chosen in a menu of main's menu bar. */
const menuOf = (label: string) =>
  galley.app.evaluate(
    ({ Menu }, wanted) =>
      Menu.getApplicationMenu()
        ?.items.find((one) => one.label === wanted)
        ?.submenu?.items.filter((one) => one.type !== 'separator' && one.enabled)
        .map((one) => one.label) ?? [],
    label,
  )

/** Presses an item of the menu bar, as the system does for the pointer. */
const choose = (menu: string, item: string) =>
  galley.app.evaluate(
    ({ Menu, BrowserWindow }, [inMenu, wanted]) => {
      const found = Menu.getApplicationMenu()
        ?.items.find((one) => one.label === inMenu)
        ?.submenu?.items.find((one) => one.label === wanted)
      const [window] = BrowserWindow.getAllWindows()
      found?.click({ triggeredByAccelerator: false }, window, window?.webContents)
    },
    [menu, item] as const,
  )

test('U53 the menu bar has New, Save, Find, Go and About, and Ctrl+N and a shortcut to publish work', async () => {
  await eventually(() => menuOf('Go')).toEqual(
    expect.arrayContaining(['Dashboard', 'Outbox', 'Posts', 'Pages']),
  )
  await choose('Go', 'Posts')
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
  await eventually(() => menuOf('Edit')).toContain('Search this list')
  await page.keyboard.press('Control+n')
  await titleInput(page).fill('Made by the menu')
  await eventually(() => menuOf('File')).toEqual(
    expect.arrayContaining(['New…', 'Save Draft', 'Publish changes', 'Close window', 'Quit']),
  )
  await choose('File', 'Save Draft')
  await eventually(
    async () => (await cms.request('GET', '/posts?draft=true&limit=100', { token })).text,
  ).toContain('Made by the menu')
  await choose('Help', 'About Galley')
  await page
    .getByText(/^Galley \d/)
    .first()
    .waitFor()
  await choose('File', 'New…')
  await eventually(() => field().inputValue()).toBe('+ ')
  await page.keyboard.type('pag')
  await page.keyboard.press('Enter')
  await eventually(() => addressOf(page)).toMatch(/^\/collections\/pages\/./)
  await goTo(page, postOf('The lighthouse of Hiiumaa'))
  await titleInput(page).waitFor()
  await page.keyboard.press('Control+Shift+S')
  await eventually(() => statusOf('The lighthouse of Hiiumaa')).toBe('published')
})

test('the menu bar is in the language of the window at once', async () => {
  await goTo(page, '/account')
  await page.locator('#setting-language ~ * button').first().click()
  await page.getByRole('option', { name: 'Deutsch' }).click()
  await eventually(() => menuOf('Datei')).toEqual(expect.arrayContaining(['Neu…', 'Beenden']))
  await eventually(() => menuOf('Gehe zu')).toEqual(expect.arrayContaining(['Übersicht', 'Beiträge']))
})
