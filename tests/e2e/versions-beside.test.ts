import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { untilStill, violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { titleInput, untilStatusBarSays } from './support/screens.ts'
import { findId, readPublished } from './support/whole-document.ts'

// Title of a post of the seed that is published and has a newer draft, and the title that the draft gets here.
const title = 'The night train to Narvik'
const drafted = 'The drafted train to Narvik'
let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string
let post: string
/** The title on the site. */
let live: string
/** Another published document with a newer draft, whose form alone is opened. */
let other: { address: string; live: string }

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login())
  const id = await findId(cms, 'posts', 'title', title, token)
  live = String((await readPublished(cms, `/posts/${id}`, token))['title'])
  const body = { title: drafted }
  ok(await cms.request('PATCH', `/posts/${id}?draft=true&locale=en`, { token, body }))
  post = `/collections/posts/${id}`
  const published = ok(
    await cms.request(
      'GET',
      `/posts?depth=0&limit=1&where[_status][equals]=published&where[id][not_equals]=${id}`,
      {
        token,
      },
    ),
  ).json
  const otherId = String(at(published, 'docs', 0, 'id'))
  other = { address: `/collections/posts/${otherId}`, live: String(at(published, 'docs', 0, 'title')) }
  ok(
    await cms.request('PATCH', `/posts/${otherId}?draft=true&locale=en`, {
      token,
      body: { title: 'Another drafted title' },
    }),
  )
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'admin@example.com')
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const region = () => page.getByRole('region', { name: 'Published, read only' })
/** Returns the visible column of fields: its scroll position, and each label's distance from its edge, in px. */
const column = () =>
  page.evaluate(() => {
    const inputs = [...document.querySelectorAll('main input')]
    let seen = inputs.find((input) => input.getClientRects().length > 0)?.parentElement ?? null
    while (seen !== null && getComputedStyle(seen).overflowY !== 'auto') seen = seen.parentElement
    const edge = seen?.getBoundingClientRect().top ?? 0
    const labels = [...(seen?.querySelectorAll('label') ?? [])]
    return {
      top: seen?.scrollTop ?? 0,
      labels: labels.map((label) => [label.textContent, label.getBoundingClientRect().top - edge] as const),
    }
  })

test('F8 shows what is published in the place of the form, read only, and goes back to what is typed', async () => {
  await goTo(page, post)
  await titleInput(page).fill('Typed on the train')
  await page.keyboard.press('F8')
  await region().waitFor()
  await eventually(() => titleInput(page).inputValue()).toBe(live)
  expect(await titleInput(page).isEditable()).toBe(false)
  await region().getByText('You can read it here, not edit it.').waitFor()
  await page.keyboard.press('F8')
  await region().waitFor({ state: 'detached' })
  expect(await titleInput(page).inputValue()).toBe('Typed on the train')
  expect(await titleInput(page).isEditable()).toBe(true)
  // Typing continues.
  await page.keyboard.type('!')
  expect(await titleInput(page).inputValue()).toBe('Typed on the train!')
})

test('the button in the header does the same, the palette, the sheet of shortcuts and the menu bar have it, and nothing in it is amiss for a screen reader', async () => {
  const button = page.getByRole('main').locator('header').getByRole('button', { name: 'Show published' })
  await button.click()
  await eventually(() => titleInput(page).inputValue()).toBe(live)
  await untilStill(page)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('Back to the draft')
  await page.getByRole('option', { name: /^Back to the draft/ }).waitFor()
  await page.keyboard.press('Enter')
  await region().waitFor({ state: 'detached' })
  await page.keyboard.press('F1')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('Show published', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  /** Chooses an item as the system does for the pointer; returns its shortcut. */
  const chooseInMenu = (wanted: string) =>
    galley.app.evaluate(({ Menu, BrowserWindow }, name) => {
      const view = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'View')
      const item = view?.submenu?.items.find(({ label, enabled }) => label === name && enabled)
      const [window] = BrowserWindow.getAllWindows()
      item?.click({ triggeredByAccelerator: false }, window, window?.webContents)
      return item?.accelerator ?? null
    }, wanted)
  await eventually(() => chooseInMenu('Show published')).toBe('F8')
  await region().waitFor()
  await eventually(() => chooseInMenu('Back to the draft')).toBe('F8')
  await region().waitFor({ state: 'detached' })
})

test('what is scrolled to stays, there and back', async () => {
  await titleInput(page).hover()
  await page.mouse.wheel(0, 700)
  await eventually(async () => (await column()).top).toBe(700)
  const { labels } = await column()
  const [first, below] = labels.find(([, top]) => top >= 0) ?? ['', 0]
  const isInPlace = async () =>
    (await column()).labels.some(([name, top]) => name === first && Math.abs(top - below) < 4)
  await page.keyboard.press('F8')
  await region().getByRole('textbox').first().waitFor()
  await eventually(isInPlace).toBe(true)
  await page.keyboard.press('F8')
  await region().waitFor({ state: 'detached' })
  await eventually(isInPlace).toBe(true)
  expect((await column()).top).toBe(700)
})

const versionRows = () => page.getByRole('table', { name: 'Versions' }).locator('tbody tr')

test('a version is given a name in the list, by the keyboard alone; the comparison has it, and changes it', async () => {
  await goTo(page, `${post}/versions`)
  // The edit made on the train is still an autosave, which the next one replaces.
  await versionRows()
    .first()
    .getByRole('button', { name: /^Name the version/, disabled: true })
    .waitFor()
  await versionRows()
    .nth(1)
    .getByRole('button', { name: /^Name the version/ })
    .focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Name this version' })
  await dialog.getByText('Only you see this name. The server may still remove the version.').waitFor()
  await page.keyboard.type('Before the fair')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await versionRows().nth(1).getByText('Before the fair', { exact: true }).waitFor()
  await versionRows().nth(1).getByRole('link').click()
  await page.getByRole('heading', { name: 'Compare Versions' }).waitFor()
  await page.getByRole('button', { name: 'Rename “Before the fair”' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('After the fair')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('main').getByText('After the fair', { exact: true }).waitFor()
  const stored = async () => {
    const { token: own } = await cms.login()
    const { json } = ok(await cms.request('GET', '/payload-preferences?depth=0', { token: own }))
    return JSON.stringify(json)
  }
  await eventually(stored).toContain('After the fair')
})

const deletedTitle = 'Porto before the ferries'
const nothingIsTyped = async () => {
  const field = titleInput(page)
  await eventually(() => field.inputValue()).toBe(deletedTitle)
  expect(await field.isEditable()).toBe(false)
}

test('what was deleted is looked at from the trash and from the history of the outbox, with its versions that are here', async () => {
  const id = await findId(cms, 'posts', 'title', deletedTitle, token)
  await goTo(page, `/collections/posts/${id}/versions`)
  await versionRows().first().getByRole('link').click()
  await page.getByRole('heading', { name: 'Compare Versions' }).waitFor()
  await goTo(page, `/collections/posts/${id}`)
  await titleInput(page).waitFor()
  await page.getByRole('button', { name: 'More actions for this document' }).click()
  await page.getByRole('menuitem', { name: 'Move to the trash…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
  await untilStatusBarSays(page, 'Everything sent')
  await page.getByRole('link', { name: 'Trash', exact: true }).click()
  await page.getByRole('button', { name: `Actions for ${deletedTitle}` }).click()
  await page.getByRole('menuitem', { name: 'Show', exact: true }).click()
  await page.getByText('This document is in the trash.').waitFor()
  await nothingIsTyped()
  await untilStill(page)
  expect(await violationsOf(page)).toEqual([])
  const details = page.getByRole('complementary', { name: 'Document details' })
  await details.waitFor()
  await page.keyboard.press('Control+.')
  await details.waitFor({ state: 'detached' })
  await page.getByRole('main').getByRole('button', { name: 'Document details' }).click()
  await details.getByRole('textbox', { name: 'Slug' }).waitFor()
  await goTo(page, '/outbox')
  await page.getByRole('list', { name: 'Recently sent' }).getByRole('link', { name: deletedTitle }).click()
  await page.getByText('This document is in the trash.').waitFor()
})

test('what is published comes here with a document that is opened, before anybody wants to see it', async () => {
  const asked = () => proxy.seen.filter(({ path }) => /^\/api\/posts\/versions\/\w+\?/.test(path)).length
  const before = asked()
  await goTo(page, other.address)
  await eventually(() => titleInput(page).inputValue()).toBe('Another drafted title')
  await eventually(asked).toBe(before + 1)
})

test('without a connection, after a restart, what is published, what a version is called and what was deleted are shown as this computer knows them', async () => {
  await galley.close()
  await cms.stop()
  galley = await startGalley({ server: proxy.url, dataFolder: galley.dataFolder })
  page = galley.page
  await untilStatusBarSays(page, 'Offline')
  await goTo(page, post)
  await eventually(() => titleInput(page).inputValue()).toContain('Typed on the train')
  await page.keyboard.press('F8')
  await eventually(() => titleInput(page).inputValue()).toBe(live)
  await region().getByText('No connection: this is what this computer knows.').waitFor()
  await goTo(page, `${post}/versions`)
  await versionRows().getByText('After the fair', { exact: true }).waitFor()
  await goTo(page, '/outbox')
  await page.getByRole('link', { name: deletedTitle }).click()
  await page.getByText('This is what this computer kept of it.').waitFor()
  await nothingIsTyped()
  await page.getByRole('button', { name: /State of the document/ }).click()
  await page.getByRole('option').nth(1).click()
  await page
    .getByRole('button', { name: /State of the document/ })
    .filter({ hasNotText: 'Last state' })
    .waitFor()
  await nothingIsTyped()
  await goTo(page, other.address)
  await eventually(() => titleInput(page).inputValue()).toBe('Another drafted title')
  await page.keyboard.press('F8')
  await eventually(() => titleInput(page).inputValue()).toBe(other.live)
})
