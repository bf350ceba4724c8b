import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openDocument, openList, titleInput } from './support/screens.ts'
import { resizeTo } from './support/window.ts'

const post = 'Porto before the ferries'
let cms: Cms
let galley: GalleyApp
let page: Page

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await resizeTo(galley.app, page, 1300, 860)
  await login(page, 'editor@example.com')
})

afterAll(async () => {
  await galley.close()
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

test('S2.18 (part) a group that was closed stays closed, also when the window is loaded again', async () => {
  const toggle = nav().getByRole('button', { name: 'Content', exact: true })
  expect(await toggle.getAttribute('aria-expanded')).toBe('true')
  await toggle.click()
  await page.locator('#nav-categories').waitFor({ state: 'hidden' })
  await page.reload()
  await toggle.waitFor()
  expect(await toggle.getAttribute('aria-expanded')).toBe('false')
  expect(await page.locator('#nav-categories').isVisible()).toBe(false)
  expect(await page.locator('#nav-posts').isVisible()).toBe(true)
  await toggle.click()
  await page.locator('#nav-categories').waitFor()
})

test('S2.23 (part) the navigation closes and opens, says so, and is out of the way of the Tab key while closed', async () => {
  await page.getByRole('button', { name: 'Close: Sidebar' }).click()
  await nav().waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Open: Sidebar' }).waitFor()
  expect(await nav().count()).toBe(0)
  await page.keyboard.press('Control+b')
  await nav().waitFor()
  expect(await page.getByRole('button', { name: 'Close: Sidebar' }).getAttribute('aria-expanded')).toBe(
    'true',
  )
})

test.each([
  ['an unknown address', '/nothing/here'],
  ['S2.03 (part) a collection that does not exist', '/collections/recipes'],
  ['S2.03 (part) a collection that this user does not see', '/collections/users'],
  ['a global that does not exist', '/globals/recipes'],
  ['S2.06 (part) versions of a collection without any', '/collections/categories/1/versions'],
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
  await eventually(() => palette.getByRole('option').allInnerTexts()).toEqual([
    expect.stringContaining('Season cover'),
  ])
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'detached' })
  await heading('Season cover').waitFor()
  expect(await addressOf(page)).toBe('/globals/season-cover')
  await eventually(() => isFocused('#main-heading')).toBe(true)

  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').waitFor()
  await page.keyboard.type('no such thing')
  await palette.getByText('Nothing matches “no such thing”').waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  await eventually(() => isFocused('#main-heading')).toBe(true)
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

test('S2.24 (part) in a narrow window the navigation is an overlay that starts closed, has a close button and closes on going elsewhere', async () => {
  await resizeTo(galley.app, page, 720)
  await nav().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Open: Sidebar' }).click()
  await nav().waitFor()
  await nav().getByRole('link', { name: 'Places', exact: true }).click()
  await heading('Places').waitFor()
  await nav().waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Open: Sidebar' }).click()
  await page.locator('#sidebar').getByRole('button', { name: 'Close', exact: true }).click()
  await nav().waitFor({ state: 'detached' })
  await eventually(() => isFocused('#sidebar-toggle')).toBe(true)

  await page.keyboard.press('Control+b')
  await nav().waitFor()
  await page.keyboard.press('Escape')
  await nav().waitFor({ state: 'detached' })
  await resizeTo(galley.app, page, 1300, 860)
  await eventually(() => nav().count()).toBe(1)
})

test('S2.24 (part) nothing is wider than a narrow window', async () => {
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
