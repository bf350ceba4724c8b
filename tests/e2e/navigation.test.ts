import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, listAt, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openDocument, openList, titleInput, untilDocumentIs } from './support/screens.ts'
import { resizeTo } from './support/window.ts'

const post = 'Porto before the ferries'
let cms: Cms
let proxy: FaultProxy
let token: string
let galley: GalleyApp
let page: Page

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login('editor@example.com'))
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await resizeTo(galley.app, page, 1300, 860)
  await login(page, 'editor@example.com')
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const nav = () => page.getByRole('navigation', { name: 'Navigation' })
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const isFocused = (selector: string) =>
  page.evaluate((wanted) => document.activeElement === document.querySelector(wanted), selector)

test('S2.17 (part) S2.19 (part) the navigation has the default groups first, then those of the site, and no group without entries', async () => {
  const groups = await nav()
    .getByRole('group')
    .evaluateAll((found) =>
      found.map((group) => [
        group.querySelector('h2')?.textContent ?? '',
        ...[...group.querySelectorAll('li > *')].map((entry) => `${entry.id}: ${entry.textContent}`),
      ]),
    )
  expect(groups).toEqual([
    [
      'Collections',
      'nav-posts: Posts',
      'nav-pages: Pages',
      'nav-authors: Authors',
      'nav-places: Places',
      'nav-highlights: Highlights',
      'nav-notes: Notes',
      'nav-members: Members',
    ],
    [
      'Globals',
      'nav-global-header: Header',
      'nav-global-footer: Footer',
      'nav-global-season-cover: Season cover',
    ],
    ['Content', 'nav-categories: Categories', 'nav-media: Media'],
    ['Development', 'nav-kitchen-sink: Field types'],
  ])
})

test('S2.20 (part) the current page is marked and no link; a page within it is marked and links back', async () => {
  await openList(page, 'Posts')
  const entry = page.locator('#nav-posts')
  expect(await entry.evaluate((element) => element.tagName)).toBe('DIV')
  expect(await entry.getAttribute('aria-current')).toBe('page')
  await openDocument(page, post)
  expect(await entry.evaluate((element) => element.tagName)).toBe('A')
  expect(await entry.getAttribute('aria-current')).toBe('true')
  expect(await nav().locator('[aria-current]').count()).toBe(1)
  await entry.click()
  await page.getByRole('table', { name: 'Posts' }).waitFor()
})

/** Returns the server's navigation preference of the user. */
const remembered = async () =>
  at(ok(await cms.request('GET', '/payload-preferences/nav', { token })).json, 'value')
/** Stores the same user's preference as the web admin does. */
const remember = async (value: object) =>
  void ok(await cms.request('POST', '/payload-preferences/nav', { token, body: { value } }))

test('S2.18 groups are open until they are closed by their buttons, fold in 200 ms, and stay as the preference nav of the server says', async () => {
  const toggle = (name: string) => nav().getByRole('button', { name, exact: true })
  const expanded = async () =>
    nav()
      .getByRole('group')
      .evaluateAll((all) =>
        all.flatMap((group) =>
          group.querySelector('[aria-expanded=true]') ? [group.querySelector('h2')?.textContent] : [],
        ),
      )
  expect(await remembered()).toBeNull()
  expect(await expanded()).toEqual(['Collections', 'Globals', 'Content', 'Development'])

  await toggle('Content').evaluate((button) => {
    const folded = document.getElementById(button.getAttribute('aria-controls') ?? '')
    folded?.addEventListener('transitionend', ({ propertyName, elapsedTime }) => {
      const ends = (document.documentElement.dataset['ends'] ?? '') + `${propertyName} ${elapsedTime};`
      document.documentElement.dataset['ends'] = ends
    })
  })
  proxy.seen.length = 0
  await toggle('Content').click()
  await page.locator('#nav-categories').waitFor({ state: 'hidden' })
  await eventually(() => page.locator('html').getAttribute('data-ends')).toContain('grid-template-rows 0.2;')
  const closed = { open: false }
  await eventually(remembered).toEqual({ groups: { Content: closed } })
  const calls = proxy.seen.filter(({ path }) => path.includes('/payload-preferences/'))
  expect(
    calls.map(({ method, path, body }) => [method, path, body === '' ? null : JSON.parse(body)]),
  ).toEqual([
    ['GET', '/api/payload-preferences/nav', null],
    ['POST', '/api/payload-preferences/nav', { value: { groups: { Content: closed } } }],
  ])
  await page.reload()
  await toggle('Content').waitFor()
  expect(await expanded()).toEqual(['Collections', 'Globals', 'Development'])
  expect(await page.locator('#nav-categories').isVisible()).toBe(false)
  expect(await page.locator('#nav-posts').isVisible()).toBe(true)

  // A group closed elsewhere is closed here too, and later choices here keep it.
  await remember({ groups: { Content: closed, Globals: closed }, open: true })
  await page.reload()
  await eventually(expanded).toEqual(['Collections', 'Development'])
  await page.locator('#nav-global-header').waitFor({ state: 'hidden' })
  await toggle('Content').click()
  await page.locator('#nav-categories').waitFor()
  await eventually(remembered).toEqual({ groups: { Content: { open: true }, Globals: closed }, open: true })
  await toggle('Globals').click()
  await page.locator('#nav-global-header').waitFor()
  const open = { open: true }
  await eventually(remembered).toEqual({ groups: { Content: open, Globals: open }, open: true })
})

test('S2.23 the navigation is open until it is closed, as the preference nav says, and is out of the way of the Tab key while closed', async () => {
  await remember({})
  await page.reload()
  await nav().waitFor()
  const close = page.getByRole('button', { name: 'Close: Sidebar', exact: true })
  const open = page.getByRole('button', { name: 'Open: Sidebar', exact: true })
  expect(await close.getAttribute('aria-expanded')).toBe('true')
  await close.click()
  await nav().waitFor({ state: 'detached' })
  expect(await open.getAttribute('aria-expanded')).toBe('false')
  await eventually(remembered).toEqual({ open: false })
  // Tabs through the whole window back to the button.
  const passed: boolean[] = []
  do {
    await page.keyboard.press('Tab')
    passed.push(await page.evaluate(() => document.activeElement?.closest('#sidebar') != null))
  } while (passed.length < 200 && !(await isFocused('#sidebar-toggle')))
  expect(await isFocused('#sidebar-toggle')).toBe(true)
  expect(passed).not.toContain(true)

  await page.reload()
  await open.waitFor()
  expect(await nav().count()).toBe(0)
  await page.keyboard.press('Control+b')
  await nav().waitFor()
  await eventually(remembered).toEqual({ open: true })
  // Closed in the web admin, and opened there again.
  await remember({ open: false })
  await page.reload()
  await open.waitFor()
  await remember({ open: true })
  await page.reload()
  await close.waitFor()
  await nav().waitFor()
})

const table = (name: string) => page.getByRole('table', { name, exact: true })
/** Waits for the heading of the screen for missing pages. */
const nothingFound = () => heading('Nothing found').waitFor()

test('S2.03 a collection has the table of its documents at its address; where it does not exist or is not seen, nothing is found', async () => {
  for (const [slug, label] of [
    ['categories', 'Categories'],
    ['pages', 'Pages'],
  ] as const) {
    await goTo(page, `/collections/${slug}?limit=100`)
    await heading(label).waitFor()
    const answer = ok(await cms.request('GET', `/${slug}?limit=0&depth=0&draft=true`, { token }))
    const titles = listAt(answer.json, 'docs').map((doc) => String(at(doc, 'title')))
    expect(titles.length).toBeGreaterThan(2)
    await eventually(async () =>
      (await table(label).locator('tbody').getByRole('link').allInnerTexts()).toSorted(),
    ).toEqual(titles.toSorted())
  }
  for (const slug of ['recipes', 'users']) {
    await goTo(page, `/collections/${slug}`)
    await nothingFound()
    expect(await page.getByRole('table').count()).toBe(0)
  }
})

test('S1.01 S2.05 a collection is a list of many documents, each with an id; a global is one document in the same editor, without list and id', async () => {
  const saves = () =>
    page
      .getByRole('main')
      .getByRole('button', { name: /^(Save Draft|Publish changes)$/ })
      .allInnerTexts()
  const views = () =>
    page.getByRole('navigation', { name: 'Views of the document' }).locator('> *').allInnerTexts()
  // Both are entries of the navigation: the collection's opens its list, the global's its editor.
  await openList(page, 'Pages')
  expect(await addressOf(page)).toBe('/collections/pages')
  const links = table('Pages').locator('tbody').getByRole('link')
  await links.first().waitFor()
  expect(await links.count()).toBeGreaterThan(1)
  const [first = '', second = ''] = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href')),
  )
  expect(first).toMatch(/^\/collections\/pages\/\d+$/)
  expect(second).not.toBe(first)
  await links.first().click()
  await titleInput(page).waitFor()
  expect(await addressOf(page)).toBe(first)
  const ofCollection = {
    saves: await saves(),
    views: (await views()).map((name) => name.replace(/\s*\d+$/, '')),
  }
  expect(ofCollection).toEqual({
    saves: ['Save Draft', 'Publish changes'],
    views: ['Edit', 'Versions', 'API'],
  })

  await nav().getByRole('link', { name: 'Header', exact: true }).click()
  const tagline = page.getByRole('textbox', { name: 'Tagline' })
  await tagline.waitFor()
  await heading('Header').waitFor()
  expect(await addressOf(page)).toBe('/globals/header')
  expect(await page.getByRole('table').count()).toBe(0)
  expect({ saves: await saves(), views: (await views()).map((name) => name.replace(/\s*\d+$/, '')) }).toEqual(
    ofCollection,
  )
  await tagline.fill('Slowly north')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await untilDocumentIs(page, 'Saved')
  const saved = ok(await cms.request('GET', '/globals/header?draft=true&locale=en', { token })).json
  expect(at(saved, 'tagline')).toBe('Slowly north')

  for (const path of ['/globals', '/globals/header/1', '/globals/header/create']) {
    await goTo(page, path)
    await nothingFound()
  }
})

test.each([
  ['an unknown address', '/nothing/here'],
  ['a collection that does not exist', '/collections/recipes'],
  ['a collection that this user does not see', '/collections/users'],
  ['a global that does not exist', '/globals/recipes'],
  ['versions of a collection without any', '/collections/categories/1/versions'],
])('S2.10 S2.11 S2.12 %s is not found, in words, with a way back', async (_what, path) => {
  await goTo(page, path)
  await page.getByRole('heading', { level: 1, name: 'Nothing found', exact: true }).waitFor()
  await page.getByText('Sorry—there is nothing to correspond with your request.', { exact: true }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Path' }).getByRole('listitem').allInnerTexts()).toEqual([
    'Not Found',
  ])
  expect(await page.title()).toContain('Not Found')
  expect(
    await page.locator('meta[name=description]').evaluate((element) => element.getAttribute('content')),
  ).toBe('Page not found')
  const back = page.getByRole('link', { name: 'Back to Dashboard', exact: true })
  expect(await back.getAttribute('href')).toBe('/')
  await back.click()
  await heading('Dashboard').waitFor()
})

test('a document that does not exist says so', async () => {
  await goTo(page, '/collections/posts/999999')
  await page.getByText(/could not be found. It may have been deleted or never existed/).waitFor()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByRole('table', { name: 'Posts' }).waitFor()
  expect(await addressOf(page)).toBe('/collections/posts')
})

test('back and forward go through the pages, by button and by key, and are off where there is nothing', async () => {
  await goTo(page, '/')
  await heading('Dashboard').waitFor()
  await openList(page, 'Posts')
  await openDocument(page, post)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('table', { name: 'Posts' }).waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
  await heading('Dashboard').waitFor()
  await page.getByRole('button', { name: 'Forward', exact: true }).click()
  await page.getByRole('table', { name: 'Posts' }).waitFor()
  await page.keyboard.press('Alt+ArrowRight')
  await titleInput(page).waitFor()
  expect(await page.getByRole('button', { name: 'Forward', exact: true }).getAttribute('aria-disabled')).toBe(
    'true',
  )
})

test('after going elsewhere the heading of the new screen has the focus', async () => {
  await nav().getByRole('link', { name: 'Pages', exact: true }).click()
  await heading('Pages').waitFor()
  await eventually(() => isFocused('#main-heading')).toBe(true)
})

test('Ctrl+K finds places and commands by name, Enter goes there, Escape gives the focus back', async () => {
  await openList(page, 'Places')
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run a command' })
  await palette.getByRole('combobox').waitFor()
  await page.keyboard.type('seas')
  await eventually(() => palette.getByRole('option').first().innerText()).toContain('Season cover')
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'detached' })
  await heading('Season cover').waitFor()
  expect(await addressOf(page)).toBe('/globals/season-cover')
  await eventually(() => isFocused('#main-heading')).toBe(true)

  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').waitFor()
  await page.keyboard.type('no such thing')
  await palette.getByText('Nothing matches “no such thing”').first().waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  await eventually(() => isFocused('#main-heading')).toBe(true)
})

test('Ctrl+K finds a document by words of its title, in any order and misspelt, and offers the lists where it finds none', async () => {
  await openList(page, 'Posts')
  await page.getByRole('link', { name: 'Porto before the ferries', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run a command' })
  await page.keyboard.type('feries porto')
  await palette.getByRole('group', { name: 'Documents' }).getByRole('option').first().waitFor()
  expect(await palette.getByRole('option').first().innerText()).toContain('Porto before the ferries')
  // The last typed text counts, however quickly Enter follows.
  await page.keyboard.type(' before')
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'detached' })
  await eventually(() => titleInput(page).inputValue()).toBe('Porto before the ferries')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('> porto')
  await palette.getByText('Nothing matches “> porto”').first().waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('no such title')
  await palette.getByRole('option', { name: 'Search Pages for “no such title”' }).click()
  await heading('Pages').waitFor()
  expect(await addressOf(page)).toBe('/collections/pages?search=no%20such%20title')
})

test('Ctrl+K knows commands by other words for them: the theme, and logging out', async () => {
  const palette = page.getByRole('dialog', { name: 'Search or run a command' })
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme'] ?? '')
  const before = await theme()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('night mode')
  await palette.getByRole('option', { name: 'Dark appearance' }).click()
  await eventually(() => theme()).toBe('dark')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('> automatic')
  await page.keyboard.press('Enter')
  await eventually(() => theme()).toBe(before)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sign out')
  await palette.getByRole('option', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
})

test('Ctrl+K begins a new document, and leaving it untouched leaves nothing behind', async () => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('create new note')
  await page.keyboard.press('Enter')
  await titleInput(page).waitFor()
  await openList(page, 'Notes')
  await page.getByRole('table', { name: 'Notes' }).waitFor()
  expect(await page.getByRole('table').getByText('New, not sent yet').count()).toBe(0)
  await page.getByRole('contentinfo').getByText('Everything sent').waitFor()
})

test('S2.24 in a narrow window the navigation is an overlay that always starts closed, has a close button and closes on going elsewhere', async () => {
  const open = page.getByRole('button', { name: 'Open: Sidebar', exact: true })
  await resizeTo(galley.app, page, 720)
  await nav().waitFor({ state: 'detached' })
  await open.click()
  await nav().waitFor()
  // It covers the screen, which does not move and is inert.
  const over = () => page.locator('#sidebar').evaluate((element) => getComputedStyle(element).position)
  const sheet = page.locator('main')
  expect(await over()).toBe('fixed')
  expect((await sheet.boundingBox())?.x).toBe(0)
  expect(await sheet.evaluate((element) => element.hasAttribute('inert'))).toBe(true)
  await nav().getByRole('link', { name: 'Places', exact: true }).click()
  await heading('Places').waitFor()
  await nav().waitFor({ state: 'detached' })

  await open.click()
  await page.locator('#sidebar').getByRole('button', { name: 'Close', exact: true }).click()
  await nav().waitFor({ state: 'detached' })
  await eventually(() => isFocused('#sidebar-toggle')).toBe(true)

  await page.keyboard.press('Control+b')
  await nav().waitFor()
  await page.keyboard.press('Escape')
  await nav().waitFor({ state: 'detached' })

  // An open navigation and the preference do not matter: they are for wide windows.
  await open.click()
  await nav().waitFor()
  await page.reload()
  await open.waitFor()
  expect(await nav().count()).toBe(0)
  expect(await remembered()).toEqual({ open: true })
  await resizeTo(galley.app, page, 1300, 860)
  await eventually(() => nav().count()).toBe(1)
  expect(await over()).not.toBe('fixed')
})

test('nothing is wider than a narrow window', async () => {
  await resizeTo(galley.app, page, 720)
  for (const path of ['/', '/collections/posts', '/collections/posts/1', '/outbox', '/account', '/nothing']) {
    await goTo(page, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('contentinfo').getByText('Online').waitFor()
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([
      path,
      0,
    ])
  }
})
