import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, listAt, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { resizeTo } from './support/window.ts'
import { openList, titleInput, untilStatusBarSays } from './support/screens.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string
let total: number

beforeAll(async () => {
  cms = await startCms({ seed: 'full' })
  ;({ token } = await cms.login())
  total = Number(at((await cms.request('GET', '/posts?draft=true&limit=1', { token })).json, 'totalDocs'))
  proxy = await startFaultProxy(cms.url)
  // This collection never reaches this computer.
  proxy.addRule({ match: ({ path }) => path.startsWith('/api/media'), fault: { kind: 'drop-before' } })
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await openList(page, 'Posts')
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const table = () => page.getByRole('table', { name: 'Posts' })
const titles = () => table().locator('tbody tr td:first-child a').allInnerTexts()
const range = (words: string) => page.getByRole('main').getByText(words, { exact: true })
const head = (name: string) => table().getByRole('columnheader', { name, exact: true })

/** Returns the titles of the server's list, to compare with the screen. */
async function titlesOnServer(query: string): Promise<unknown[]> {
  const { json } = await cms.request('GET', `/posts?draft=true&depth=0&locale=en&${query}`, { token })
  return listAt(json, 'docs').map((doc) => at(doc, 'title'))
}

test('S2.44 (part) the first page shows as many as the site says, in its order, and counts all', async () => {
  await range(`1-25 of ${total}`).waitFor()
  expect(await titles()).toEqual(await titlesOnServer('sort=-updatedAt&limit=25'))
  expect(await page.getByRole('main').locator('header').innerText()).toContain(String(total))
  expect(
    await table()
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent)),
  ).toEqual(['Title', 'Status', 'Category', 'Publish date', 'Updated At', 'Sync'])
})

test('S2.43 (part) S9.03 (part) paging goes to the next page, to a numbered one and back, and the address keeps it', async () => {
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('button', { name: 'Next' }).click()
  await range(`26-50 of ${total}`).waitFor()
  await eventually(titles).toEqual(await titlesOnServer('sort=-updatedAt&limit=25&page=2'))
  expect(await addressOf(page)).toBe('/collections/posts?page=2')
  await pages.getByRole('button', { name: 'Page 3' }).click()
  await range(`51-${total} of ${total}`).waitFor()
  await eventually(titles).toEqual(await titlesOnServer('sort=-updatedAt&limit=25&page=3'))
  expect(await pages.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true')
  expect(await pages.locator('[aria-current=page]').innerText()).toBe('3')
  await pages.getByRole('button', { name: 'Page 1' }).click()
  await range(`1-25 of ${total}`).waitFor()
})

test('a press on a column sorts by it, a second one turns it round, and the head says so', async () => {
  expect(await head('Updated At').getAttribute('aria-sort')).toBe('descending')
  expect(await head('Title').getAttribute('aria-sort')).toBe('none')
  await head('Title').getByRole('button').click()
  await eventually(titles).toEqual(await titlesOnServer('sort=title&limit=25'))
  expect(await head('Title').getAttribute('aria-sort')).toBe('ascending')
  expect(await head('Updated At').getAttribute('aria-sort')).toBe('none')
  await head('Title').getByRole('button').click()
  await eventually(titles).toEqual(await titlesOnServer('sort=-title&limit=25'))
  expect(await head('Title').getAttribute('aria-sort')).toBe('descending')
  // References cannot be sorted.
  expect(await head('Category').getByRole('button').count()).toBe(0)
})

test('S2.45 (part) Per Page offers the choices of the site and begins at the first page', async () => {
  await goTo(page, '/collections/posts?page=3&sort=title')
  await range(`51-${total} of ${total}`).waitFor()
  await page.getByRole('button', { name: 'Per Page: 25' }).click()
  expect(
    await page
      .getByRole('menuitem')
      .evaluateAll((all) => all.map((one) => (one.textContent ?? '').replace('✓', ''))),
  ).toEqual(['10', '25', '50', '100'])
  await page.getByRole('menuitem', { name: '10', exact: true }).click()
  await range(`1-10 of ${total}`).waitFor()
  await eventually(titles).toEqual(await titlesOnServer('sort=title&limit=10'))
  expect(new URLSearchParams((await addressOf(page)).split('?')[1]).get('limit')).toBe('10')
})

test('F43 the next visit has as many rows in the same order, also after a new start, until others are chosen', async () => {
  await openList(page, 'Pages')
  await openList(page, 'Posts')
  await range(`1-10 of ${total}`).waitFor()
  expect(await head('Title').getAttribute('aria-sort')).toBe('descending')
  await galley.close()
  galley = await startGalley({ server: proxy.url, dataFolder: galley.dataFolder })
  page = galley.page
  await openList(page, 'Posts')
  await range(`1-10 of ${total}`).waitFor()
  expect(await addressOf(page)).toBe('/collections/posts')
  await eventually(titles).toEqual(await titlesOnServer('sort=-title&limit=10'))
  await head('Updated At').getByRole('button').click()
  await eventually(titles).toEqual(await titlesOnServer('sort=-updatedAt&limit=10'))
  await page.getByRole('button', { name: 'Per Page: 10' }).click()
  await page.getByRole('menuitem', { name: '100', exact: true }).click()
  await range(`1-${total} of ${total}`).waitFor()
})

/** Returns the labels of the columns; the first head also has the check box for all rows. */
const heads = async () =>
  (await table().getByRole('columnheader').allInnerTexts()).map((text) => text.split('\n').at(-1) ?? '')
const columnsMenu = () => page.getByRole('dialog', { name: 'Columns' })

test('F43 S3.37 (part) columns are chosen, put in order by the keyboard, and kept for the next start', async () => {
  await openList(page, 'Pages')
  await openList(page, 'Posts')
  const before = await heads()
  await page.getByRole('button', { name: 'Columns' }).click()
  await columnsMenu().getByRole('checkbox', { name: 'Slug' }).focus()
  await page.keyboard.press('Space')
  for (let row = 0; row < 20; row++) await page.keyboard.press('Alt+ArrowUp')
  await columnsMenu().getByRole('checkbox', { name: 'Category' }).click()
  await page.keyboard.press('Escape')
  const after = ['Slug', ...before.filter((label) => label !== 'Category')]
  await eventually(heads).toEqual(after)

  await galley.close()
  galley = await startGalley({ server: proxy.url, dataFolder: galley.dataFolder })
  page = galley.page
  await openList(page, 'Posts')
  await eventually(heads).toEqual(after)

  await page.getByRole('button', { name: 'Columns' }).click()
  await columnsMenu().getByRole('button', { name: 'Reset to default' }).click()
  await page.keyboard.press('Escape')
  await eventually(heads).toEqual(before)
})

test('F43 a column is dragged to another place', async () => {
  const before = await heads()
  await page.getByRole('button', { name: 'Columns' }).click()
  const row = (name: string) =>
    columnsMenu()
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox', { name, exact: true }) })
  await row('Updated At')
    .getByTitle('Drag to move')
    .dragTo(row('Title'), { targetPosition: { x: 20, y: 3 } })
  await page.keyboard.press('Escape')
  await eventually(heads).toEqual(['Updated At', ...before.filter((label) => label !== 'Updated At')])
  // Chosen columns are shown in a narrow window too, which otherwise hides some.
  await resizeTo(galley.app, page, 720)
  expect(await table().getByRole('columnheader', { name: 'Category' }).isVisible()).toBe(true)
  await resizeTo(galley.app, page, 1280)
  await page.getByRole('button', { name: 'Columns' }).click()
  await columnsMenu().getByRole('button', { name: 'Reset to default' }).click()
  await page.keyboard.press('Escape')
})

test('a column is drawn wider at its head, or made so in the menu by the keyboard, until the next reset', async () => {
  const widthOf = async (name: string) => Math.round((await head(name).boundingBox())?.width ?? 0)
  const before = await widthOf('Category')
  const grip = head('Category').locator('[data-width-grip]')
  const box = await grip.boundingBox()
  if (box === null) throw new Error('no grip')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  expect(await widthOf('Category')).toBe(before + 60)
  // The head was dragged, not pressed.
  expect(await head('Updated At').getAttribute('aria-sort')).toBe('descending')

  await openList(page, 'Pages')
  await openList(page, 'Posts')
  await eventually(() => widthOf('Category')).toBe(before + 60)
  await page.getByRole('button', { name: 'Columns' }).click()
  await columnsMenu().getByRole('checkbox', { name: 'Category' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await eventually(() => widthOf('Category')).toBe(before + 60 - 32)
  await columnsMenu().getByRole('button', { name: 'Reset to default' }).click()
  await page.keyboard.press('Escape')
  await eventually(() => widthOf('Category')).toBe(before)
})

test('F43 of a long page the rows that are seen are drawn, and the keyboard reaches all of them', async () => {
  const order = (await titlesOnServer('sort=-updatedAt&limit=100')).map(String)
  expect(await table().getAttribute('aria-rowcount')).toBe(String(total + 1))
  expect(await table().locator('tbody a').count()).toBeLessThan(total)
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  await table().locator('tbody a').first().focus()
  expect(await focused()).toBe(order[0])
  await page.keyboard.press('End')
  expect(await focused()).toBe(order.at(-1))
  const last = table().locator(`tr[aria-rowindex="${total + 1}"]`)
  expect(await last.locator('a').innerText()).toBe(order.at(-1))
  // The focused row is kept even when it is scrolled away.
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, -100_000)
  await table().locator('tr[aria-rowindex="2"]').waitFor()
  expect(await focused()).toBe(order.at(-1))
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toBe(order.at(-2))
  const seen: string[] = []
  await page.keyboard.press('Home')
  for (let row = 0; row < total; row++) {
    seen.push(await focused())
    await page.keyboard.press('ArrowDown')
  }
  expect(seen).toEqual(order)
  await page.getByRole('button', { name: 'Per Page: 100' }).click()
  await page.getByRole('menuitem', { name: '25', exact: true }).click()
  await range(`1-25 of ${total}`).waitFor()
})

test('a search finds what the server finds, begins at the first page, and can be cleared', async () => {
  await goTo(page, '/collections/posts?page=2')
  const box = page.getByRole('searchbox', { name: 'Search by Title, Slug or Kicker' })
  await box.fill('train')
  const query = '&sort=-updatedAt&limit=25'
  const like = ['title', 'slug', 'kicker'].map((field, index) => `where[or][${index}][${field}][like]=train`)
  await eventually(titles).toEqual(await titlesOnServer(like.join('&') + query))
  expect(await addressOf(page)).toBe('/collections/posts?search=train')
  await page.keyboard.press('Escape')
  await range(`1-25 of ${total}`).waitFor()
})

test('a search that finds nothing says what was searched for and offers to clear it', async () => {
  await page.getByRole('searchbox').fill('no such journey')
  await page.getByText('No Posts match “no such journey”').waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await range(`1-25 of ${total}`).waitFor()
  await eventually(() => page.getByRole('searchbox').inputValue()).toBe('')
})

test('U35 drafts, one category and one person’s documents are listed by their names, and a search says in which fields it looks', async () => {
  const idOf = async (collection: string, where: string): Promise<unknown> => {
    const { json } = await cms.request('GET', `/${collection}?depth=0&locale=en&limit=1&${where}`, { token })
    return at(json, 'docs', 0, 'id')
  }
  const search = () => page.getByRole('searchbox', { name: /^Search by/ })
  const byTyping = async (typed: string, where: string): Promise<void> => {
    await goTo(page, '/collections/posts')
    await search().fill('')
    await search().pressSequentially(typed)
    await page.keyboard.press('Enter')
    await eventually(async () => decodeURIComponent((await addressOf(page)).split('?')[1] ?? '')).toBe(where)
    const wanted = await titlesOnServer(`${where}&sort=-updatedAt&limit=25`)
    expect(wanted.length).toBeGreaterThan(0)
    await eventually(titles).toEqual(wanted)
  }
  await byTyping('status:draft', 'where[or][0][and][0][_status][equals]=draft')
  const cities = await idOf('categories', 'where[title][equals]=Cities')
  await byTyping('category:Cities', `where[or][0][and][0][category][equals]=${String(cities)}`)
  const person = await idOf('authors', 'where[name][equals]=Leena Virtanen')
  await byTyping('authors:"Leena Virtanen"', `where[or][0][and][0][authors][equals]=${String(person)}`)

  // A search looks at certain fields only, and names them.
  await goTo(page, '/collections/posts')
  expect(await search().getAttribute('aria-label')).toBe('Search by Title, Slug Or Kicker')
  await search().fill('zzz nowhere')
  await page.getByText('Searched in Title, Slug, Kicker. For other fields, use a filter.').waitFor()
  await search().fill('')
})

test('A.4 (part) the address of a page beyond the last shows the last', async () => {
  await goTo(page, '/collections/posts?page=99')
  await range(`51-${total} of ${total}`).waitFor()
  await eventually(() => addressOf(page)).toBe('/collections/posts?page=3')
})

test('one row is in the order of the Tab key, arrows move, Enter opens, and back is where it was', async () => {
  await goTo(page, '/collections/posts')
  await range(`1-25 of ${total}`).waitFor()
  const rows = table().locator('tbody a')
  expect(await rows.evaluateAll((links) => links.filter((one) => one.tabIndex === 0).length)).toBe(1)
  await rows.first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const third = (await titles())[2] ?? ''
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(third)
  await page.keyboard.press('End')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe((await titles()).at(-1))
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: third, exact: true }).waitFor()
  expect(await titleInput(page).inputValue()).toBe(third)
})

test('U46 what was changed of many at once stands first once it has arrived, as it was changed last', async () => {
  await goTo(page, '/collections/posts')
  await range(`1-25 of ${total}`).waitFor()
  const published = table()
    .locator('tbody tr')
    .filter({ has: page.getByText('Published', { exact: true }) })
  const changed = (await published.locator('td:first-child a').allInnerTexts()).slice(-2)
  for (const title of changed)
    await table()
      .getByRole('checkbox', { name: `Select ${title}`, exact: true })
      .click()
  const bar = page.getByRole('group', { name: 'Selected documents' })
  await bar.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish', exact: true }).click()
  await untilStatusBarSays(page, 'Everything sent')
  await eventually(async () => (await titles()).slice(0, 2).toSorted()).toEqual(changed.toSorted())
  expect(await titles()).toEqual(await titlesOnServer('sort=-updatedAt&limit=25'))
  await openList(page, 'Pages')
})

test('M.03 (part) after a restart without a network the list is there from the cache, says so, and opens', async () => {
  await openList(page, 'Posts')
  await range(`1-25 of ${total}`).waitFor()
  // Whole documents arrive in the background; until then a row says that it needs the server.
  await page
    .getByRole('contentinfo')
    .getByText(new RegExp(`Posts: \\d+ of ${total} on this computer`))
    .waitFor()
  const before = await titles()
  await galley.close()
  await cms.stop()
  galley = await startGalley({ server: proxy.url, dataFolder: galley.dataFolder })
  page = galley.page
  await untilStatusBarSays(page, 'Offline')
  await openList(page, 'Posts')
  await eventually(titles).toEqual(before)
  await range(`1-25 of ${total}`).waitFor()
  await page.getByText('Last refreshed less than 1 min ago').waitFor()
  await page.getByRole('searchbox').fill('night train')
  await eventually(async () => (await titles()).every((title) => /night train/i.test(title))).toBe(true)
  await table().locator('tbody a').first().click()
  await titleInput(page).waitFor()
})

test('a list that was never here says that it is not known, not that it is empty', async () => {
  await openList(page, 'Media')
  await page.getByText('Media are not on this computer yet').waitFor()
  await page
    .getByText('No connection. The Media appear here once the server answers.', {
      exact: false,
    })
    .waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
})
