import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { at, listAt, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { addressOf, goTo, goWithin } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openList, untilStatusBarSays } from './support/screens.ts'
import { resizeTo } from './support/window.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string

beforeAll(async () => {
  cms = await startCms({ seed: 'full' })
  ;({ token } = await cms.login())
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await resizeTo(galley.app, page, 1280, 800)
  await login(page, 'admin@example.com')
  await openList(page, 'Posts')
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const table = () => page.getByRole('table', { name: 'Posts' })
const titles = () => table().locator('tbody tr td:first-child a').allInnerTexts()
const filters = () => page.getByRole('button', { name: /^Filters/ })
const panel = () => page.getByRole('region', { name: 'Filters' })
const line = (name: string) => panel().getByRole('group', { name, exact: true })
const focused = () =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '')
const address = async () => decodeURIComponent(await addressOf(page))

/** Returns the titles of the server's list. */
async function titlesOnServer(where: string): Promise<unknown[]> {
  const { json } = await cms.request(
    'GET',
    `/posts?draft=true&depth=0&locale=en&sort=-updatedAt&limit=25&${where}`,
    { token },
  )
  return listAt(json, 'docs').map((doc) => at(doc, 'title'))
}

async function choose(from: Locator, option: string): Promise<void> {
  await from.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('S3.39 (part) by mouse a filter is made of fields, comparisons and values, and the list and its address follow', async () => {
  await goTo(page, '/collections/posts?page=2')
  await table().waitFor()
  await filters().click()
  await panel().getByRole('button', { name: 'Add Filter' }).click()
  await choose(line('Title equals').getByRole('button', { name: /Field$/ }), 'Season')
  await choose(line('Season equals').getByRole('button', { name: /Comparison$/ }), 'is in')
  const value = line('Season is in').getByRole('button', { name: /Season is in$/ })
  await value.click()
  for (const name of ['Winter', 'Autumn']) await page.getByRole('option', { name, exact: true }).click()
  await page.keyboard.press('Escape')
  const seasons = 'where[or][0][and][0][season][in][0]=winter&where[or][0][and][0][season][in][1]=autumn'
  await eventually(address).toBe(`/collections/posts?${seasons}`)
  await eventually(titles).toEqual(await titlesOnServer(seasons))

  await panel().getByRole('button', { name: 'And', exact: true }).click()
  await line('Title equals').getByRole('textbox').fill('nothing of the kind')
  await eventually(() => page.getByText('No Posts match this filter').count()).toBe(1)
  await choose(line('Title equals').getByRole('button', { name: /Comparison$/ }), 'is like')
  await line('Title is like').getByRole('textbox').fill('train')
  const both = `${seasons}&where[or][0][and][1][title][like]=train`
  await eventually(titles).toEqual(await titlesOnServer(both))
  expect(await filters().innerText()).toMatch(/2$/)

  await panel().getByRole('button', { name: 'Or', exact: true }).click()
  await choose(line('Title equals').getByRole('button', { name: /Field$/ }), 'Publish date')
  await choose(line('Publish date equals').getByRole('button', { name: /Comparison$/ }), 'is greater than')
  const day = line('Publish date is greater than').getByRole('spinbutton')
  await day.first().click()
  await page.keyboard.type('11012026')
  const all = `${both}&where[or][1][and][0][publishDate][greater_than]=2026-11-01T12:00:00.000Z`
  await eventually(address).toBe(`/collections/posts?${all}`)
  await eventually(titles).toEqual(await titlesOnServer(encodeURI(all)))
  expect(await violationsOf(page)).toEqual([])

  await panel().getByRole('button', { name: 'Clear filter' }).click()
  await eventually(address).toBe('/collections/posts')
  await eventually(titles).toEqual(await titlesOnServer(''))
  await filters().click()
  await panel().waitFor({ state: 'hidden' })
})

test('S3.39 (part) the same by the keyboard alone; what is removed leaves the focus beside it', async () => {
  await filters().focus()
  await page.keyboard.press('Enter')
  expect(await filters().getAttribute('aria-expanded')).toBe('true')
  // Columns, Group by, More.
  for (let key = 0; key < 4; key++) await page.keyboard.press('Tab')
  expect(await focused()).toBe('Add Filter')
  await page.keyboard.press('Enter')
  // The field is chosen by the first letters of its label.
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor()
  await page.keyboard.type('Categ')
  await page.keyboard.press('Enter')
  await line('Category equals').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Slow')
  await page.getByRole('option', { name: 'Slow travel' }).waitFor()
  await page.keyboard.press('Enter')
  const slow = async () => (await address()).split('?')[1] ?? ''
  await eventually(slow).toMatch(/^where\[or\]\[0\]\[and\]\[0\]\[category\]\[equals\]=\d+$/)
  await eventually(titles).toEqual(await titlesOnServer(await slow()))
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Slow travel')
  // Clear, Remove, And.
  for (let key = 0; key < 3; key++) await page.keyboard.press('Tab')
  expect(await focused()).toBe('And')
  await page.keyboard.press('Enter')
  await line('Title equals').waitFor()
  for (let key = 0; key < 3; key++) await page.keyboard.press('Tab')
  expect(await focused()).toBe('Remove “Title equals”')
  await page.keyboard.press('Enter')
  expect(await focused()).toBe('Remove “Category equals”')
  await page.keyboard.press('Enter')
  expect(await focused()).toBe('Add Filter')
  await eventually(address).toBe('/collections/posts')
  await eventually(titles).toEqual(await titlesOnServer(''))
})

const LINKS = {
  'a text': 'where[or][0][and][0][title][like]=train',
  'a number of a row': 'where[or][0][and][0][practical.costs.amount][greater_than]=150',
  'a day': 'where[or][0][and][0][publishDate][less_than_equal]=2026-05-05T12:00:00.000Z',
  options:
    'where[or][0][and][0][practical.months][in][0]=july&where[or][0][and][1][season][not_equals]=summer',
  'a document, or a status':
    'where[or][0][and][0][authors][in][0]=1&where[or][1][and][0][_status][equals]=draft',
  presence: 'where[or][0][and][0][meta.image][exists]=false&where[or][0][and][1][body][exists]=true',
  'what no line can show': 'where[or][0][and][0][layout.heading][like]=north',
}

test('S3.39 (part) an address of the web admin opens the same list, and a new start of the window keeps it', async () => {
  for (const [what, where] of Object.entries(LINKS)) {
    const expected = await titlesOnServer(where)
    // An empty result would satisfy any filter.
    expect({ what, rows: expected.length }).not.toEqual({ what, rows: 0 })
    await goTo(page, `/collections/posts?${where}`)
    await panel().waitFor()
    await eventually(titles).toEqual(expected)
    await page.reload()
    await panel().waitFor()
    await eventually(titles).toEqual(expected)
    expect(await address()).toBe(`/collections/posts?${where}`)
  }
  await goTo(page, `/collections/posts?${LINKS['a number of a row']}`)
  await line('Practical > Costs > Amount is greater than').waitFor()
})

test('S5.04 (part) an address whose filter nobody can read says so, lists nothing, and can be cleared', async () => {
  await goTo(page, '/collections/posts?where[or][0][and][0][title][sounds_like]=x')
  await page.getByText('This filter cannot be read').waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await eventually(titles).toEqual(await titlesOnServer(''))
  expect(await address()).toBe('/collections/posts')
})

test('S3.39 (part) a list without rows says that the filter is why, and clears it', async () => {
  await goWithin(page, '/collections/posts?where[or][0][and][0][title][equals]=no such journey')
  await page.getByText('No Posts match this filter').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Clear filter' }).last().click()
  await eventually(titles).toEqual(await titlesOnServer(''))
  await panel().getByText('No filters set').waitFor()
})

test('U32 (part) in a narrow window, and from right to left, all of the form is in the window', async () => {
  await goTo(page, `/collections/posts?${LINKS.options}&${LINKS['a day'].replace('[and][0]', '[and][2]')}`)
  for (const language of ['ar', 'en']) {
    await page.evaluate((chosen) => window.galley.call('app.setLanguage', { language: chosen }), language)
    await page.reload()
    for (const width of [720, 1280]) {
      await resizeTo(galley.app, page, width, 800)
      const form = page
        .locator('section[id]')
        .filter({ has: page.getByRole('group') })
        .first()
      await form.waitFor()
      const overflow = await form.evaluate((found) => ({
        form: found.scrollWidth - found.clientWidth,
        page: document.documentElement.scrollWidth - innerWidth,
      }))
      expect({ language, width, ...overflow }).toEqual({ language, width, form: 0, page: 0 })
    }
  }
})

/** Filters whose results the app never asked the server for. */
const NEVER_ASKED = {
  'a text': 'where[or][0][and][0][title][like]=night',
  'a number of a row': 'where[or][0][and][0][practical.costs.amount][greater_than]=180',
  'a day': 'where[or][0][and][0][publishDate][less_than_equal]=2026-03-03T12:00:00.000Z',
  options:
    'where[or][0][and][0][practical.months][in][0]=january&where[or][0][and][1][season][not_equals]=winter',
  'a document, or a status':
    'where[or][0][and][0][authors][in][0]=2&where[or][1][and][0][_status][equals]=draft',
  presence: 'where[or][0][and][0][meta.image][exists]=true&where[or][0][and][1][folder][exists]=false',
  'what no line can show': 'where[or][0][and][0][layout.heading][like]=winter',
}

test('M.03 (part) S3.39 (part) without a network filters have the rows that the server would give', async () => {
  await goTo(page, '/collections/posts?limit=100')
  await page
    .getByRole('contentinfo')
    .getByText(/Posts: (\d+) of \1 on this computer/)
    .waitFor()
  const expected: [string, unknown[]][] = []
  for (const [what, where] of Object.entries(NEVER_ASKED)) {
    const rows = await titlesOnServer(where)
    expect({ what, rows: rows.length }).not.toEqual({ what, rows: 0 })
    expected.push([where, rows])
  }
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.reload()
  await untilStatusBarSays(page, 'Offline')
  for (const [where, rows] of expected) {
    await goTo(page, `/collections/posts?${where}`)
    await panel().waitFor()
    await eventually(titles).toEqual(rows)
  }
  await goTo(page, '/collections/posts')
  await filters().click()
  await panel().getByRole('button', { name: 'Add Filter' }).click()
  await line('Title equals').getByRole('textbox').fill('no such journey')
  await page.getByText('No Posts match this filter').waitFor()
  proxy.clearRules()
})
