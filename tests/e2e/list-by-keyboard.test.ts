import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, listAt, startCms, type Cms } from '../integration/support/cms.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openList, titleInput, untilStatusBarSays } from './support/screens.ts'
import { resizeTo, untilDrawn } from './support/window.ts'

let cms: Cms
let galley: GalleyApp
let page: Page
let token: string

beforeAll(async () => {
  cms = await startCms({ seed: 'full' })
  ;({ token } = await cms.login())
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await resizeTo(galley.app, page, 1280, 720)
  await login(page, 'admin@example.com')
  await openList(page, 'Posts')
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

const table = () => page.getByRole('table', { name: 'Posts' })
const row = (index: number) => table().locator(`tr[aria-rowindex="${index + 2}"]`)
const title = (index: number) => row(index).getByRole('link').innerText()
const chosen = () =>
  table()
    .locator('tr[aria-selected=true]')
    .evaluateAll((rows) => rows.map((one) => one.getAttribute('aria-rowindex')))
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const menu = () => page.getByRole('menu')
/** A closing menu is still drawn for a moment, and takes keys and clicks meant for the screen. */
const untilMenuIsGone = () => eventually(() => menu().count()).toBe(0)
/** Returns the scroll position of the list. */
const scrolled = () => table().evaluate((found) => found.parentElement?.scrollTop ?? 0)
/** True if a row is visible below the table's head. */
const isSeen = (index: number) =>
  row(index).evaluate((found) => {
    const { top, bottom } = found.getBoundingClientRect()
    const whole = found.closest('table')
    const around = whole?.parentElement?.getBoundingClientRect()
    const head = whole?.tHead?.getBoundingClientRect()
    return around !== undefined && head !== undefined && top >= head.bottom && bottom <= around.bottom
  })

test('U27 (part) U32 (part) everything in a list by the keyboard alone: go, choose a range, act on it, open, come back to the same row', async () => {
  // Until the server has answered, the rows are this computer's, in another order.
  const { json } = await cms.request('GET', '/posts?draft=true&depth=0&limit=25&sort=-updatedAt', { token })
  const ids = listAt(json, 'docs').map((doc) => String(at(doc, 'id')))
  await eventually(() =>
    table()
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-row'))),
  ).toEqual(ids)
  await row(0).getByRole('link').focus()
  for (const key of ['j', 'j', 'ArrowDown', 'k']) await page.keyboard.press(key)
  expect(await focused()).toBe(await title(2))
  // The focus ring is around the row.
  expect(
    await row(2)
      .locator('td')
      .first()
      .evaluate((cell) => getComputedStyle(cell).boxShadow),
  ).not.toBe('none')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowUp')
  expect(await chosen()).toEqual(['4', '5', '6'])
  const titles = [await title(2), await title(3), await title(4)]

  // The menu of a selected row is that of all selected rows.
  await page.keyboard.press('Shift+F10')
  await menu().getByRole('menuitem', { name: 'Unpublish' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await untilMenuIsGone()
  await eventually(focused).toBe(titles[2])
  await page.keyboard.press('ContextMenu')
  await menu().waitFor()
  await page.keyboard.type('Move to t')
  await page.keyboard.press('Enter')
  await untilMenuIsGone()
  await page.getByRole('alertdialog', { name: 'Move 3 documents to the trash?' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await eventually(focused).toBe(titles[2])
  expect(await chosen()).toEqual(['4', '5', '6'])

  await page.keyboard.press('Home')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  const far = await page.evaluate(() => Number(document.activeElement?.closest('tr')?.ariaRowIndex) - 2)
  expect(far).toBeGreaterThan(14)
  expect(await isSeen(far)).toBe(true)
  const name = await title(far)
  const before = await scrolled()
  expect(before).toBeGreaterThan(0)
  // The scroll position is recorded only after the frame was drawn.
  await untilDrawn(page)
  await page.keyboard.press('Enter')
  await heading(name).waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
  await eventually(focused).toBe(name)
  expect(await scrolled()).toBe(before)
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toBe(await title(far - 1))
})

/** Returns the window's last announcement. */
const said = () => page.locator('body > [aria-live=polite]').last().innerText()

test('U32 (part) a screen reader hears which keys there are, what they choose, and how many', async () => {
  await page.keyboard.press('Home')
  const name = await title(0)
  expect(
    await table().evaluate((found) => {
      const id = found.getAttribute('aria-describedby') ?? ''
      return document.getElementById(id)?.textContent?.trim()
    }),
  ).toBe('Enter opens a row, Shift F10 its menu. Space selects a row, Shift with an arrow key several.')
  await row(0).getByRole('link').focus()
  await page.keyboard.press('Space')
  await eventually(said).toBe(`“${name}” is selected. 1 selected.`)
  await page.keyboard.press('Shift+ArrowDown')
  await eventually(said).toBe(`“${await title(1)}” is selected. 2 selected.`)
  await page.keyboard.press('Space')
  await eventually(said).toBe(`“${await title(1)}” is no longer selected. 1 selected.`)
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  await eventually(said).toBe(`“${name}” is no longer selected. 0 selected.`)
  await row(0).getByRole('link').focus()
})

test('U32 (part) the button of a row opens its menu, is seen where the pointer or the focus is, and has the focus again', async () => {
  await page.keyboard.press('Home')
  const button = (index: number) => row(index).getByRole('button', { name: /^Actions for/ })
  const opacity = (index: number) => button(index).evaluate((found) => getComputedStyle(found).opacity)
  await page.mouse.move(2, 2)
  expect(await opacity(1)).toBe('0')
  await row(1).hover()
  expect(await opacity(1)).toBe('1')
  // Tab goes to the button behind the focused row.
  await page.keyboard.press('Tab')
  await page.mouse.move(2, 2)
  expect(await button(0).evaluate((found) => found === document.activeElement)).toBe(true)
  expect(await opacity(0)).toBe('1')
  await page.keyboard.press('Enter')
  await menu().getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  await page.keyboard.press('Escape')
  await untilMenuIsGone()
  await eventually(() => button(0).evaluate((found) => found === document.activeElement)).toBe(true)
  await row(1).hover()
  await button(1).click()
  await page.getByRole('menu', { name: `Actions for ${await title(1)}` }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await untilMenuIsGone()
  await row(0).getByRole('link').focus()
})

test('U32 (part) the menu of a row has what can be done with its document, by pointer and keys, and does it', async () => {
  await page.keyboard.press('Home')
  const name = await title(1)
  const id = (await row(1).getAttribute('data-row')) ?? ''
  await row(1).locator('td').nth(2).click({ button: 'right' })
  await page.getByRole('menu', { name: `Actions for ${name}` }).waitFor()
  expect(
    await menu()
      .getByRole('menuitem')
      .evaluateAll((items) =>
        items.map((item) => item.firstElementChild?.nextSibling?.textContent ?? item.textContent),
      ),
  ).toEqual(
    [
      'Open',
      'Add to favourites',
      'Copy ID',
      'Duplicate',
      'Move to folder',
      'Publish',
      'Unpublish',
      'Move to the trash…',
    ].map((words) => expect.stringContaining(words)),
  )
  await menu().getByRole('menuitem', { name: 'Copy ID' }).click()
  await untilMenuIsGone()
  await eventually(() => galley.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(id)
  await eventually(focused).toBe(name)

  await page.keyboard.press('Shift+F10')
  await menu().getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  await page.keyboard.type('Dup')
  await page.keyboard.press('Enter')
  await untilMenuIsGone()
  await titleInput(page).waitFor()
  await untilStatusBarSays(page, 'Everything sent')
  const query = `/posts?draft=true&depth=0&locale=en&where[title][equals]=${encodeURIComponent(name)}`
  await eventually(async () => listAt((await cms.request('GET', query, { token })).json, 'docs').length).toBe(
    2,
  )

  await page.keyboard.press('Alt+ArrowLeft')
  await eventually(focused).toBe(name)
  await page.keyboard.press('Shift+F10')
  await menu().getByRole('menuitem', { name: 'Move to the trash…' }).click()
  await untilMenuIsGone()
  await page.getByRole('alertdialog', { name: `Move “${name}” to the trash?` }).waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).press('Enter')
  await untilStatusBarSays(page, 'Everything sent')
  await eventually(async () =>
    at((await cms.request('GET', `/posts/${id}`, { token })).json, 'id'),
  ).toBeUndefined()
  // The row that took its position has the focus.
  await eventually(() =>
    page.evaluate(() => document.activeElement?.closest('tr')?.dataset['row'] ?? ''),
  ).not.toBe(id)
  await eventually(() => page.evaluate(() => document.activeElement?.closest('tbody') !== null)).toBe(true)
})

test('U32 (part) a click anywhere on a row opens it, with Shift it chooses, and on the text that is selected it does neither', async () => {
  await row(1).locator('td').nth(1).click()
  await titleInput(page).waitFor()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await row(1).waitFor()
  await row(0).getByRole('checkbox').click()
  await row(3)
    .locator('td')
    .nth(1)
    .click({ modifiers: ['Shift'] })
  expect(await chosen()).toEqual(['2', '3', '4', '5'])
  await row(2)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  expect(await chosen()).toEqual(['2', '3', '4'])
  expect(await row(2).getByRole('checkbox').isChecked()).toBe(true)
  // The app has one window, so a link that would open another one does nothing, and neither does its row.
  await row(1)
    .getByRole('link')
    .click({ modifiers: ['ControlOrMeta'] })
  await row(1)
    .locator('td')
    .nth(1)
    .click({ modifiers: ['ControlOrMeta'] })
  await row(1).locator('td').nth(1).click({ button: 'middle' })
  const cell = row(4).locator('td').nth(1)
  await cell.dblclick({ trial: true })
  const box = await cell.boundingBox()
  if (box === null) throw new Error('The cell is not drawn')
  await page.mouse.move(box.x + 4, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate(() => getSelection()?.toString() ?? '')).not.toBe('')
  expect(await table().isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Clear the selection' }).click()
})

test('U27 (part) back by key, button and mouse is where it was: in a list, and in a document', async () => {
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, 300)
  await eventually(scrolled).toBeGreaterThan(200)
  const before = await scrolled()
  const index = await table()
    .locator('tbody tr[data-row]')
    .evaluateAll((rows) => rows.find((one) => one.getBoundingClientRect().top > 300)?.ariaRowIndex ?? '')
  const name = await title(Number(index) - 2)
  await row(Number(index) - 2)
    .getByRole('link')
    .click()
  await heading(name).waitFor()
  const form = page.locator('main :has(> [class*=form])').first()
  await page.mouse.move(500, 400)
  await page.mouse.wheel(0, 700)
  await eventually(() => form.evaluate((one) => one.scrollTop)).toBeGreaterThan(300)
  const inDocument = await form.evaluate((one) => one.scrollTop)
  await openList(page, 'Pages')

  await page.mouse.move(500, 400)
  const cdp = await page.context().newCDPSession(page)
  const press = async (button: 'back' | 'forward') => {
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await cdp.send('Input.dispatchMouseEvent', { type, x: 500, y: 400, button, clickCount: 1 })
  }
  await press('back')
  await heading(name).waitFor()
  await eventually(() => form.evaluate((one) => one.scrollTop)).toBe(inDocument)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await eventually(focused).toBe(name)
  expect(await scrolled()).toBe(before)
  await press('forward')
  await heading(name).waitFor()
  await eventually(() => form.evaluate((one) => one.scrollTop)).toBe(inDocument)
})
