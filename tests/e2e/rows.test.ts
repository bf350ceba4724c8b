import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { saveDraft, switchLocale } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { pressAdd } from './support/rows.ts'
import { untilDocumentIs } from './support/screens.ts'
import { findId, readIn, readWhole, toTheByte } from './support/whole-document.ts'
import { resizeTo } from './support/window.ts'

let cms: Cms
let galley: GalleyApp
let page: Page
let token: string
let sink: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login())
  sink = `/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await goTo(page, `/collections${sink}`)
  await page.getByRole('tab', { name: 'Structures' }).click()
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

/** Returns a list by the beginning of its label. */
const listOf = (name: string, around: Locator | Page = page) =>
  around.getByRole('group', { name: new RegExp(`^${name} ?\\d+ `) }).first()
const rowsOf = (list: Locator) => list.locator(':scope > ol > li')
const head = (row: Locator) => row.locator('[data-part=toggle]').first()
const addTo = (list: Locator) => list.locator(':scope > [data-add-box] button')
const body = (row: Locator) => row.locator(':scope > [data-body]')
const field = (around: Locator, name: string) => around.getByRole('textbox', { name, exact: true }).first()
const english = () => readIn(cms, sink, token, 'en')

/** Returns the labels of a list's rows, their words parted by single spaces. */
async function labels(list: Locator): Promise<string[]> {
  const texts = await rowsOf(list).locator(':scope > [data-head] [data-part=toggle]').allInnerTexts()
  return texts.map((text) => text.replaceAll(/\s+/g, ' '))
}

type Moves = { scrolled: number[]; drops: { ms: unknown; from: string; to: string }[] }

/** Runs in the page: records scroll distances and the animations of rows. */
function watchMoves(): Moves {
  const moves: Moves = { scrolled: [], drops: [] }
  const tops = new Map<Element, number>()
  for (const element of document.querySelectorAll('*')) tops.set(element, element.scrollTop)
  document.addEventListener(
    'scroll',
    ({ target }) => {
      if (!(target instanceof Element)) return
      moves.scrolled.push(target.scrollTop - (tops.get(target) ?? 0))
      tops.set(target, target.scrollTop)
    },
    { capture: true },
  )
  const known = new Set<Animation>()
  const look = (): void => {
    for (const animation of document.getAnimations()) {
      const { effect } = animation
      if (known.has(animation) || !(effect instanceof KeyframeEffect)) continue
      known.add(animation)
      if (effect.target?.hasAttribute('data-row') !== true) continue
      const [from, to] = effect.getKeyframes().map(({ transform }) => String(transform))
      moves.drops.push({ ms: effect.getTiming().duration, from: from ?? '', to: to ?? '' })
    }
    requestAnimationFrame(look)
  }
  look()
  return moves
}

test('S3.02 (part) blocks are built by mouse, rows within rows, and the server ends as shown', async () => {
  const before = await readWhole(cms, sink, token)
  const blocks = listOf('Blocks')
  await pressAdd(blocks)
  await page.getByRole('option', { name: 'Deep rows' }).click()
  const block = rowsOf(blocks).nth(2)
  await field(body(block), 'Caption').fill('Built by mouse')

  const rows = listOf('Rows', block)
  for (const [at, label] of ['one', 'two', 'three'].entries()) {
    await pressAdd(rows)
    await field(body(rowsOf(rows).nth(at)), 'Label').fill(label)
  }
  const inner = listOf('Inner', rowsOf(rows).nth(1))
  await pressAdd(inner)
  await field(body(rowsOf(inner).first()), 'Word').fill('deepest')

  await rowsOf(rows).nth(1).locator('[data-part=menu]').first().click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await rowsOf(rows).nth(0).locator('[data-part=menu]').first().click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()

  // The last row by its handle, in front of the first.
  for (const row of await rowsOf(rows).all())
    if ((await head(row).getAttribute('aria-expanded')) === 'true') await head(row).click()
  await rowsOf(rows)
    .nth(2)
    .locator('[data-part=grip]')
    .first()
    .dragTo(rowsOf(rows).nth(0), { targetPosition: { x: 60, y: 4 } })
  await expect
    .poll(() => labels(rows))
    .toEqual([
      expect.stringContaining('01 three'),
      expect.stringContaining('02 two'),
      expect.stringContaining('03 two'),
    ])

  await saveDraft(page)
  const after = await english()
  expect(after).toMatchObject({
    blocks: [
      {},
      {},
      {
        blockType: 'deepRows',
        caption: 'Built by mouse',
        rows: [
          { label: 'three' },
          { label: 'two', inner: [{ word: 'deepest' }] },
          { label: 'two', inner: [{ word: 'deepest' }] },
        ],
      },
    ],
  })
  const edited = ['blocks', 'updatedAt', '_status', 'children']
  expect(toTheByte(await readWhole(cms, sink, token), edited)).toEqual(toTheByte(before, edited))
})

test('S3.01 (part) rows are built with the keyboard alone, and the server ends as shown', async () => {
  const before = await readWhole(cms, sink, token)
  const stops = listOf('Array')
  const { keyboard } = page
  await addTo(stops).focus()
  await keyboard.press('Enter')
  // The first key goes to the new row's first field.
  await keyboard.type('Boden')
  await expect
    .poll(() => labels(stops))
    .toEqual([expect.anything(), expect.anything(), expect.anything(), expect.stringContaining('04 Boden')])
  await head(rowsOf(stops).nth(3)).focus()
  await keyboard.press('Alt+ArrowUp')
  await keyboard.press('Alt+ArrowUp')
  expect(await head(rowsOf(stops).nth(1)).evaluate((element) => element === document.activeElement)).toBe(
    true,
  )
  await page.getByText('Stop 03 moved to 2 of 4').waitFor({ state: 'attached' })

  // By the handle: lifted, moved, dropped.
  await keyboard.press('Shift+Tab')
  await keyboard.press('Space')
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowDown')
  await keyboard.press('Space')
  await expect
    .poll(() => labels(stops))
    .toEqual([expect.anything(), expect.anything(), expect.anything(), expect.stringContaining('04 Boden')])

  await head(rowsOf(stops).nth(3)).focus()
  await keyboard.press('Control+D')
  await keyboard.press('ArrowUp')
  await keyboard.press('Shift+ArrowDown')
  await keyboard.press('Delete')
  await expect.poll(() => rowsOf(stops).count()).toBe(3)
  await keyboard.press('Control+Z')
  await expect.poll(() => rowsOf(stops).count()).toBe(5)
  await keyboard.press('Control+Z')
  await expect.poll(() => rowsOf(stops).count()).toBe(4)

  await saveDraft(page)
  const after = await english()
  const names = (data: typeof before) =>
    Array.isArray(data['array']) ? data['array'].map((row: { name: string }) => row.name) : []
  expect(names(after)).toEqual([...names(before), 'Boden'])
  const edited = ['array', 'updatedAt', '_status', 'children']
  expect(toTheByte(await readWhole(cms, sink, token), edited)).toEqual(toTheByte(before, edited))
})

test('S9.12 a row that is moved by its handle and the keyboard draws the form along by steps of 25 px, and comes to its place in 250 ms', async () => {
  await resizeTo(galley.app, page, 1300, 620)
  const stops = listOf('Array')
  // Rows outside of the screen have no layout.
  const names = () => rowsOf(stops).locator(':scope > [data-head] [data-part=toggle]').allTextContents()
  const before = await names()
  const handle = rowsOf(stops).nth(0).getByRole('button', { name: 'Move Stop 01' })
  await handle.scrollIntoViewIfNeeded()
  await handle.focus()
  const seen = await page.evaluateHandle(watchMoves)
  const stopAt = (place: number) =>
    page.getByText(`at ${place} of ${before.length}`).first().waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  for (let place = 2; place <= before.length; place += 1) {
    await page.keyboard.press('ArrowDown')
    await stopAt(place)
  }
  await expect.poll(() => seen.evaluate(({ scrolled }) => scrolled.length)).toBeGreaterThan(0)
  const scrolled = await seen.evaluate((moves) => moves.scrolled)
  expect(scrolled.map((way) => Math.abs(way % 25))).toEqual(scrolled.map(() => 0))
  // To the second last row, where the form can still scroll.
  await page.keyboard.press('ArrowUp')
  await stopAt(before.length - 1)
  await page.keyboard.press('Space')
  await expect.poll(() => seen.evaluate(({ drops }) => drops.length)).toBeGreaterThan(0)
  const drops = await seen.evaluate((moves) => moves.drops)
  expect(drops.map(({ ms }) => ms)).toEqual(drops.map(() => 250))
  expect(drops.map(({ to }) => to)).toEqual(drops.map(() => 'none'))
  expect(drops.every(({ from }) => /^translateY\(-?[\d.]+px\)$/.test(from))).toBe(true)
  await page.keyboard.press('Control+Z')
  await expect.poll(names).toEqual(before)
  await resizeTo(galley.app, page, 1440, 900)
})

test('rows are copied from one list and pasted into another document', async () => {
  const stops = listOf('Array')
  await head(rowsOf(stops).nth(0)).focus()
  await page.keyboard.press('Control+C')
  const name = await labels(stops).then(([first = '']) => first.replace(/^.*01 /, ''))
  await goTo(page, '/collections/kitchen-sink/create')
  await page.getByRole('tab', { name: 'Structures' }).click()
  const other = listOf('Array')
  await addTo(other).focus()
  await page.keyboard.press('Control+V')
  await expect.poll(() => labels(other)).toEqual([expect.stringContaining(name.split(' ')[0] ?? '')])
  await untilDocumentIs(page, 'Only on this computer')

  // The question lists what does not fit.
  const words = listOf('Array Required')
  await addTo(words).focus()
  await page.keyboard.press('Control+V')
  await page
    .getByRole('dialog')
    .getByText(/there is no field “Name” here|there is no field “name” here/)
    .waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
})

test('DM7 (part) undo brings back what was removed and goes to it, in the locale where it was', async () => {
  await goTo(page, `/collections${sink}`)
  await page.getByRole('tab', { name: 'Structures' }).click()
  const words = listOf('Array Localized')
  await pressAdd(words)
  await field(body(rowsOf(words).last()), 'Word').fill('timetable')
  const count = await rowsOf(words).count()
  await head(rowsOf(words).last()).focus()
  await page.keyboard.press('Delete')
  await switchLocale(page, 'German')
  await page.getByRole('tab', { name: 'Texts' }).click()
  await page.keyboard.press('Control+Z')
  await page.getByRole('button', { name: /^Locale: \w+ English$/ }).waitFor()
  await expect.poll(() => rowsOf(listOf('Array Localized')).count()).toBe(count)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ''))
    .toContain('timetable')
  await saveDraft(page)
  expect(JSON.stringify((await english())['arrayLocalized'])).toContain('timetable')
})

test('folded rows keep their heads, and axe finds nothing wrong with them', async () => {
  const stops = listOf('Array')
  const label = page.locator(`[id='${await stops.getAttribute('aria-labelledby')}']`)
  await label.locator('..').getByRole('button', { name: 'Collapse All' }).click()
  expect(await rowsOf(stops).locator(':scope > [data-body]').count()).toBe(0)
  const count = await rowsOf(stops).count()
  expect(count).toBeGreaterThan(0)
  expect(await rowsOf(stops).locator(':scope > [data-head]').count()).toBe(count)
  expect(await violationsOf(page)).toEqual([])
})
