import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, listAt, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilStatusBarSays } from './support/screens.ts'
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
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

beforeEach(() => proxy.clearRules())

const table = () => page.getByRole('table', { name: 'Posts' })
const heads = () => table().locator('button[aria-expanded]')
const headTexts = async () => (await heads().allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))

/** How many documents have each value, by the server's own lists. */
async function onServer(path: string, names: Record<string, string>, query = ''): Promise<string[]> {
  const { json } = await cms.request('GET', `/posts?draft=true&depth=0&locale=en&limit=0&${query}`, { token })
  const counts = new Map<string, number>()
  for (const doc of listAt(json, 'docs')) {
    const name = names[String(at(doc, path))] ?? 'else'
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...new Set(Object.values(names))].flatMap((name) =>
    counts.has(name) ? [`${name} ${counts.get(name) ?? 0}`] : [],
  )
}

/** Waits for the rows below all heads, five of each at most: until they are there, what is behind them moves. */
const untilRowsAreThere = async (numbers: readonly string[]): Promise<number> => {
  const rows = numbers.reduce((sum, text) => sum + Math.min(5, Number(text.split(' ').at(-1))), 0)
  await eventually(() => table().locator('tr[data-row]').count()).toBe(rows)
  return rows
}

const SEASONS = {
  winter: 'Winter',
  spring: 'Spring',
  summer: 'Summer',
  autumn: 'Autumn',
  null: '<No Season>',
  undefined: '<No Season>',
}

test('a list is grouped by an option through the menu, with the numbers of the server, below a filter', async () => {
  await goTo(page, '/collections/posts?limit=5')
  await page.getByRole('button', { name: 'Group by' }).click()
  await page.getByRole('menuitem', { name: 'Season', exact: true }).click()
  const numbers = await onServer('season', SEASONS)
  await eventually(headTexts).toEqual(numbers)
  await untilRowsAreThere(numbers)
  expect(await addressOf(page)).toContain('groupBy=season')
  expect(await violationsOf(page)).toEqual([])

  // Below an open group are its documents, and the way to all of them.
  const all = table().getByRole('link', { name: /^Show all \d+ documents: Winter/ })
  await all.click()
  const address = async () => decodeURIComponent(await addressOf(page))
  await eventually(address).toContain('where[or][0][and][0][season][equals]=winter')
  expect(await address()).not.toContain('groupBy')
  const filter = 'where[or][0][and][0][title][like]=the'
  // So few rows that the heads of all groups are within the window.
  await goTo(page, `/collections/posts?${filter}&groupBy=season&limit=3`)
  await eventually(headTexts).toEqual(await onServer('season', SEASONS, filter))
})

test('groups fold and open by the keyboard, and rows are gone over without their heads', async () => {
  await goTo(page, '/collections/posts?groupBy=season&limit=5')
  const numbers = await onServer('season', SEASONS)
  await eventually(headTexts).toEqual(numbers)
  const rows = await untilRowsAreThere(numbers)
  await heads().first().focus()
  await page.keyboard.press('Enter')
  await eventually(() => heads().first().getAttribute('aria-expanded')).toBe('false')
  await eventually(() => table().locator('tr[data-row]').count()).toBe(rows - 5)
  await page.keyboard.press('Space')
  await eventually(() => table().locator('tr[data-row]').count()).toBe(rows)
  const first = table().locator('tr[data-row] a[data-open]')
  await first.nth(4).focus()
  await page.keyboard.press('ArrowDown')
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-row') ?? '')
  expect(await focused()).toBe(await table().locator('tr[data-row]').nth(5).getAttribute('data-row'))
})

test('a list is grouped by documents, by months, by the status, and without a network by what is here', async () => {
  await goTo(page, '/collections/posts?limit=100')
  await page
    .getByRole('contentinfo')
    .getByText(/Posts: (\d+) of \1 on this computer/)
    .waitFor()
  const seen: [string, string[]][] = []
  for (const path of ['category', 'publishDate', '_status', 'season']) {
    await goTo(page, `/collections/posts?groupBy=${path}&limit=1`)
    await heads().first().waitFor()
    await eventually(() => page.getByText('Counted on this computer').count()).toBe(0)
    // The names of categories are asked for.
    await eventually(async () => (await headTexts()).filter((text) => text.startsWith('ID:'))).toEqual([])
    seen.push([path, await headTexts()])
  }
  const [categories, months, statuses] = seen.map(([, texts]) => texts)
  expect(categories).toContainEqual(expect.stringMatching(/^Slow travel \d+$/))
  expect(months?.[0]).toMatch(/^[A-Z][a-z]+ 20\d\d \d+$/)
  expect(statuses?.map((text) => text.split(' ')[0])).toEqual(['Draft', 'Published'])
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.reload()
  await untilStatusBarSays(page, 'Offline')
  for (const [path, texts] of seen) {
    await goTo(page, `/collections/posts?groupBy=${path}&limit=1`)
    await page.getByText('Counted on this computer').waitFor()
    await eventually(headTexts).toEqual(texts)
  }
})
