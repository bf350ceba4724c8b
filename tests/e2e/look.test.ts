import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { goWithin } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { documentState, openDocument, openList, titleInput, untilDocumentIs } from './support/screens.ts'
import { findId } from './support/whole-document.ts'

let cms: Cms
let galley: GalleyApp
let page: Page

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
})
beforeEach(async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await goWithin(page, '/')
})
afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

const heading = () => page.getByRole('heading', { level: 1 })
const header = () => page.getByRole('main').locator('header').first()

/** Returns the fonts that were loaded, not only declared. */
const loadedFaces = () =>
  page.evaluate(() => [
    ...new Set([...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)),
  ])

test('U31 the window is set in Inter and texts in Source Serif, which come with the app', async () => {
  await openList(page, 'Posts')
  const isInter = await heading().evaluate((element) =>
    getComputedStyle(element).fontFamily.startsWith('"Inter Variable"'),
  )
  expect(isInter).toBe(true)
  expect(await loadedFaces()).toContain('Inter Variable')
  await openDocument(page, 'Porto before the ferries')
  await page.locator('[contenteditable=true]').first().scrollIntoViewIfNeeded()
  await eventually(loadedFaces).toContain('Source Serif 4 Variable')
})

test('U31 (part) the window itself never scrolls, also after something was announced', async () => {
  await openList(page, 'Posts')
  await openDocument(page, 'Porto before the ferries')
  await page.getByRole('combobox').first().click()
  await page.locator('body > [aria-live=polite] > div').waitFor({ state: 'attached' })
  const room = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  expect(await room()).toBe(0)
  await page.keyboard.press('Escape')
})

const LONG =
  'Everything that the harbour master of Tobermory wrote down about the ferries, the weather and the visitors of one long winter'

test('U10, U31 a long title is read whole beside state and actions, at 1440, 1024 and 720 px', async () => {
  await openList(page, 'Posts')
  await openDocument(page, 'Porto before the ferries')
  await titleInput(page).fill(LONG)
  await heading().filter({ hasText: LONG }).waitFor()
  await untilDocumentIs(page, 'Saved')
  for (const width of [1440, 1024, 720]) {
    await page.setViewportSize({ width, height: 900 })
    const shown = await header().evaluate((element) => {
      const title = element.querySelector('h1')
      if (title === null) throw new Error('no title')
      const range = document.createRange()
      range.selectNodeContents(title)
      const box = (of: { getBoundingClientRect(): DOMRect }) => of.getBoundingClientRect()
      const around = box(element)
      const controls = [...element.querySelectorAll('button, a, [aria-current=page]')].map(box)
      const meets = (one: DOMRect, other: DOMRect) =>
        one.left < other.right - 1 &&
        other.left < one.right - 1 &&
        one.top < other.bottom - 1 &&
        other.top < one.bottom - 1
      const inside = (one: DOMRect) =>
        one.left >= around.left && one.right <= around.right && one.bottom <= around.bottom
      return {
        size: getComputedStyle(title).fontSize,
        isWhole: title.scrollWidth <= title.clientWidth && title.scrollHeight <= title.clientHeight,
        covered: controls.filter((control) =>
          [...range.getClientRects()].some((line) => meets(line, control)),
        ).length,
        overlapping: controls.filter((one, index) =>
          controls.slice(index + 1).some((other) => meets(one, other)),
        ).length,
        outside: [...controls, box(range)].filter((one) => one.width > 1 && !inside(one)).length,
        scrollsSideways:
          document.documentElement.scrollWidth > document.documentElement.clientWidth ||
          element.scrollWidth > element.clientWidth,
      }
    })
    expect({ width, ...shown }).toEqual({
      width,
      size: '24px',
      isWhole: true,
      covered: 0,
      overlapping: 0,
      outside: 0,
      scrollsSideways: false,
    })
  }
})

test('U19 (part) the tabs of a document stand where they are when the number of its versions comes', async () => {
  await openList(page, 'Posts')
  await page.evaluate(() => {
    const seen = new Set<number>()
    Reflect.set(window, 'placesOfLast', seen)
    const look = () => {
      const tabs = [...document.querySelectorAll('main header nav a')]
      const last = tabs.find(({ textContent }) => textContent === 'API')
      if (last !== undefined) seen.add(last.getBoundingClientRect().left)
      requestAnimationFrame(look)
    }
    look()
  })
  await openDocument(page, 'Tromsø in the blue hour')
  await header()
    .getByRole('link', { name: /^Versions \d+$/ })
    .waitFor()
  expect(await page.evaluate(() => [...(Reflect.get(window, 'placesOfLast') as Set<number>)])).toHaveLength(1)
})

test('U19 (part) nothing in the header moves while the state beside it says something else, at 1440, 1024 and 720 px', async () => {
  await openList(page, 'Posts')
  await openDocument(page, 'Tromsø in the blue hour')
  await untilDocumentIs(page, 'Saved')
  const places = () =>
    header().evaluate((element) => {
      const all = [...element.querySelectorAll('h1, button, nav a')].filter(
        (one) => one.closest('[role=status]') === null,
      )
      return all.map((one) => {
        const { left, top, height } = one.getBoundingClientRect()
        return [one.getAttribute('aria-label') ?? one.tagName, left, top, height]
      })
    })
  for (const [width, words] of [
    [1440, 'One'],
    [1024, 'Two'],
    [720, 'Three'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await untilDocumentIs(page, 'Saved')
    const before = await places()
    await page.getByRole('textbox', { name: 'Kicker' }).fill(words)
    await untilDocumentIs(page, 'Edited')
    expect({ width, places: await places() }).toEqual({ width, places: before })
    await untilDocumentIs(page, 'Only on this computer')
    expect({ width, places: await places() }).toEqual({ width, places: before })
    await untilDocumentIs(page, 'Saved')
    expect({ width, places: await places() }).toEqual({ width, places: before })
  }
})

test('U19 (part) of a document that never was there it is not said that it was deleted', async () => {
  await goWithin(page, '/collections/posts/99999')
  const said = page.getByRole('main').getByText('99999', { exact: false })
  await eventually(() => said.filter({ hasText: 'may have been deleted or never existed' }).count()).toBe(1)
})

test('U31 the header says one state; the keyboard finds its dates behind it, and leads back', async () => {
  await openList(page, 'Posts')
  await openDocument(page, 'Tromsø in the blue hour')
  await untilDocumentIs(page, 'Saved')
  expect(await header().innerText()).not.toMatch(/Last/)
  const state = documentState(page).getByRole('button', { name: 'Saved' })
  await heading().focus()
  // Tab goes to the first control behind the title.
  await page.keyboard.press('Tab')
  expect(await state.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const details = page.getByRole('dialog', { name: 'Saved' })
  await details.getByText(/^Last saved .+ ago$/).waitFor()
  expect(await details.getByRole('term').allInnerTexts()).toEqual(['Last Modified', 'Created At'])
  const moment = await details.getByRole('definition').first().locator('time').getAttribute('datetime')
  expect(moment).toMatch(/^\d{4}-/)
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })
  expect(await state.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a file in a field is as high before its picture is known as with it: nothing below it moves', async () => {
  await openList(page, 'Posts')
  await page.evaluate(() => {
    const heights = new Set<number>()
    Reflect.set(window, 'fileHeights', heights)
    const look = () => {
      const row = document.querySelector('main [data-file]')?.closest('[role=row]')
      if (row) heights.add(Math.round(row.getBoundingClientRect().height))
      requestAnimationFrame(look)
    }
    look()
  })
  await openDocument(page, 'Eleven huts between Abisko and Nikkaluokta')
  await page.locator('main [role=row] [data-thumbnail] img').first().waitFor()
  const heights = await page.evaluate(() => [...(Reflect.get(window, 'fileHeights') as Set<number>)])
  expect(heights).toEqual([54])
})

test('U31 of rows in rows one has a frame, and one bar says what was edited', async () => {
  const { token } = await cms.login('admin@example.com')
  const id = await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)
  await goWithin(page, `/collections/kitchen-sink/${id}`)
  await page.getByRole('main').getByRole('tab', { name: 'Structures' }).click()
  const withRows = page.locator('[data-row]:has([data-row])').first()
  const outer = page.locator(`[data-row="${(await withRows.getAttribute('data-row')) ?? ''}"]`)
  const inner = outer.locator('[data-row]').first()
  const word = inner.getByRole('textbox').first()
  await word.fill('edited')
  const bars = outer.locator('[data-margin-bar]:visible')
  await expect.poll(() => bars.count()).toBe(1)
  expect(await inner.locator('[data-margin-bar]:visible').count()).toBe(1)
  const frame = (element: Element) => getComputedStyle(element).borderTopColor
  expect(await inner.evaluate(frame)).toBe('rgba(0, 0, 0, 0)')
  expect(await outer.evaluate(frame)).not.toBe('rgba(0, 0, 0, 0)')
  // A folded row shows the mark itself.
  await outer.locator('[data-part=toggle]').first().click()
  await expect.poll(() => bars.count()).toBe(1)
  await outer.locator('[data-part=toggle]').first().click()
})

/** Returns the state of a row's picture: loaded, and its size. */
const pictureOf = (title: string) =>
  page
    .getByRole('link', { name: title, exact: true })
    .locator('img')
    .evaluate((image) => {
      if (!(image instanceof HTMLImageElement)) throw new Error('no picture')
      const { width, height } = image.getBoundingClientRect()
      return { isThere: image.complete && image.naturalWidth > 0, alt: image.alt, width, height }
    })

test('U31 lists of files, and of documents that have one, show small pictures beside the names', async () => {
  await openList(page, 'Media')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const shown = { isThere: true, alt: '', width: 36, height: 24 }
  await eventually(() => pictureOf('douro-station.jpg')).toEqual(shown)
  // The smallest size of the server.
  expect(await page.locator('main tbody img').first().getAttribute('src')).toContain('size=thumbnail')
  const { token } = await cms.login('admin@example.com')
  const portrait = at(ok(await cms.request('GET', '/media?depth=0&limit=1', { token })).json, 'docs', 0, 'id')
  const author = await findId(cms, 'authors', 'name', 'Ines Carvalho', token)
  ok(await cms.request('PATCH', `/authors/${author}`, { token, body: { portrait } }))
  await openList(page, 'Authors')
  await eventually(() => pictureOf('Ines Carvalho')).toEqual(shown)
})

/** Returns if the table fits its frame, and the cut heads and times. */
const tableFits = () =>
  page.locator('main table').evaluate((table) => {
    const frame = table.parentElement
    const cut = (all: Iterable<Element>) =>
      [...all]
        .filter((cell) =>
          [cell, ...cell.querySelectorAll('*')].some(
            (part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth,
          ),
        )
        .map(({ textContent }) => textContent)
    return {
      isInside: frame !== null && frame.scrollWidth <= frame.clientWidth,
      cutHeads: cut(table.querySelectorAll('th')),
      cut: cut(table.querySelectorAll('tbody td:not(:first-child)')).filter((text) => /\d/.test(text)),
    }
  })

const FITS = { isInside: true, cutHeads: [], cut: [] }

test('U10, U31 at 1024 px all columns of a list are on the screen, and none of its heads and dates is cut', async () => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await openList(page, 'Posts')
  await page.locator('main tbody time').first().waitFor()
  expect(await tableFits()).toEqual(FITS)
  await openList(page, 'Field types')
  await page
    .locator('main tbody')
    .getByText(/20\d\d/)
    .first()
    .waitFor()
  expect(await tableFits()).toMatchObject({ cutHeads: [], cut: [] })
})

/** Creates twelve posts, one dated late in each month. */
async function dateAllMonths(): Promise<void> {
  const { token } = await cms.login('admin@example.com')
  for (let month = 0; month < 12; month += 1) {
    const publishDate = new Date(Date.UTC(2026, month, 28, 12)).toISOString()
    const body = { title: `Dated in month ${String(month + 1)}`, publishDate }
    ok(await cms.request('POST', '/posts?draft=true', { token, body }))
  }
}

test('U30, U31 dates and heads are whole in every language, and a column is no wider where it is sorted by', async () => {
  await dateAllMonths()
  await page.setViewportSize({ width: 1024, height: 768 })
  for (const language of ['en', 'de', 'fr', 'ar']) {
    await page.evaluate((spoken) => window.galley.call('app.setLanguage', { language: spoken }), language)
    await page.reload()
    await eventually(() => page.evaluate(() => document.documentElement.lang.slice(0, 2))).toBe(language)
    for (const sort of ['publishDate', 'title']) {
      await goWithin(page, `/collections/posts?sort=${sort}`)
      await page.locator('main th[aria-sort=ascending]').waitFor()
      await page
        .locator('main tbody')
        .getByText(/28.*2026/)
        .nth(11)
        .waitFor()
      expect({ language, sort, ...(await tableFits()) }).toEqual({ language, sort, ...FITS })
    }
    const widths = () =>
      page
        .locator('main th')
        .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().width)))
    const unsorted = await widths()
    await goWithin(page, '/collections/posts?sort=publishDate')
    await page.locator('main th[aria-sort=ascending]').waitFor()
    // The sorted head is bolder.
    const moved = (await widths()).map((width, index) => Math.abs(width - (unsorted[index] ?? 0)))
    expect({ language, moved: Math.max(...moved) <= 8 }).toEqual({ language, moved: true })
  }
  await page.evaluate(() => window.galley.call('app.setLanguage', { language: 'en' }))
  await page.reload()
  await eventually(() => page.evaluate(() => document.documentElement.lang.slice(0, 2))).toBe('en')
})
