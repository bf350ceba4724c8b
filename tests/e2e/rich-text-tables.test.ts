import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { topNodes } from '../../shared/fields/richText/nodes.ts'
import { isJsonObject, own, type Json } from '../../shared/json.ts'
import { paragraph, rich, text, type RichNode } from '../../server/demo/seed/rich-text.ts'
import { ok, startCms, type Cms } from '../integration/support/cms.ts'
import { partsOf } from './support/text-on-screen.ts'
import { goTo } from './support/addresses.ts'
import { untilStill } from './support/axe.ts'
import { saveDraft } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { findId, readIn } from './support/whole-document.ts'
import { untilDrawn } from './support/window.ts'

let cms: Cms
let galley: GalleyApp
let page: Page
let token: string
let sink: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login())
  sink = `/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  const body = { richTextLocalized: looks, richText: rich([paragraph('Before.'), timetable, boxes]) }
  ok(await cms.request('PATCH', `${sink}?draft=true&locale=en`, { token, body }))
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await openText()
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

function element(type: string, children: readonly RichNode[], more: Record<string, unknown> = {}): RichNode {
  return { type, version: 1, format: '', indent: 0, direction: null, children, ...more }
}

const item = (words: string | RichNode, more: Record<string, unknown> = {}) =>
  element('listitem', [typeof words === 'string' ? text(words) : words], { value: 1, ...more })
const list = (listType: string, items: readonly RichNode[], start = 1) =>
  element('list', items, { listType, start, tag: listType === 'number' ? 'ol' : 'ul' })
const cell = (words: string, more: Record<string, unknown> = {}) =>
  element('tablecell', [paragraph(words, { direction: null })], {
    headerState: 0,
    colSpan: 1,
    rowSpan: 1,
    backgroundColor: null,
    ...more,
  })
const table = (rows: readonly (readonly RichNode[])[], more: Record<string, unknown> = {}) =>
  element(
    'table',
    rows.map((cells) => element('tablerow', cells)),
    more,
  )

const boxes = list('check', [
  item('Tickets', { checked: true }),
  item('Bags', { checked: false, value: 2 }),
  item('Keys', { checked: false, value: 3 }),
])
const timetable = table(
  [
    [cell('Train', { headerState: 1 }), cell('From', { headerState: 1 }), cell('At', { headerState: 1 })],
    [cell('EC 7'), cell('Berne'), cell('09:07')],
    [cell('IR 21'), cell('Lucerne'), cell('10:35')],
  ],
  { 'x-note': 'kept' },
)

/** Lists and tables in every look that they have. */
const looks = rich([
  list(
    'number',
    [item('Nine'), item(list('number', [item('Alpha'), item(list('number', [item('Roman')]))])), item('Ten')],
    9,
  ),
  list('bullet', [
    item('Disc'),
    item(list('bullet', [item('Circle'), item(list('check', [item('Nested box', { checked: true })]))])),
  ]),
  list('check', [
    item('Done', { checked: true }),
    item('To do'),
    item('\u0645\u0631\u062d\u0628\u0627', { direction: 'rtl' }),
  ]),
  list('check', [
    item('\u062a\u0630\u0627\u0643\u0631 \u0627\u0644\u0642\u0637\u0627\u0631'),
    item('\u062d\u0642\u0627\u0626\u0628', { checked: true }),
  ]),
  table(
    [
      [cell('Wide', { headerState: 3 }), cell('Two columns', { headerState: 1, colSpan: 2 })],
      [
        cell('Two rows', { rowSpan: 2, headerState: 2 }),
        cell('Blue', { backgroundColor: '#e1ecf8' }),
        cell('Dark', { backgroundColor: '#102030' }),
      ],
      [
        cell('Middle', { verticalAlign: 'middle' }),
        cell('One line and another one, so that the row is high'),
      ],
      [cell('Last'), cell(''), cell('')],
    ],
    { colWidths: [140, 120, 160], rowStriping: true },
  ),
  paragraph('Between.'),
  table([
    [cell('\u0642\u0637\u0627\u0631'), cell('\u0645\u062f\u064a\u0646\u0629')],
    [cell('1'), cell('2')],
  ]),
  paragraph('Behind.'),
])

const box = (name = 'Rich Text') => page.getByRole('textbox', { name, exact: true })

async function openText(): Promise<void> {
  await goTo(page, `/collections${sink}`)
  await page.getByRole('tab', { name: 'Rich text', exact: true }).click()
  await box().waitFor()
}

async function nodesOnServer(): Promise<Json[]> {
  const whole: unknown = await readIn(cms, sink, token, 'en')
  return topNodes(isJsonObject(whole) ? own(whole, 'richText') : null)
}

/** A key that the browser answers by moving the caret: the editor hears of that a little later. */
async function move(key: string): Promise<void> {
  await page.keyboard.press(key)
  await untilDrawn(page)
}

/** Pictures to look at, where a folder for them is named. */
async function picture(name: string): Promise<void> {
  const folder = process.env['GALLEY_PICTURES']
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await untilStill(page)
  await page.screenshot({ path: `${folder}/${name}.png` })
}

const PARTS = 'ol, ul, li, table, tr, th, td, p'

test('lists and tables are drawn the same when they are approached: nothing moves', async () => {
  const localized = box('Rich Text Localized')
  // Scrolling alone must not bring it under the pointer.
  await page.mouse.move(2, 2)
  await localized.scrollIntoViewIfNeeded()
  const before = await partsOf(localized, PARTS)
  await picture('static')
  await localized.hover()
  await expect.poll(() => localized.getAttribute('contenteditable')).toBe('true')
  expect(await partsOf(localized, PARTS)).toEqual(before)
})

/** The text that the caret is in. */
const words = () =>
  page.evaluate(() => {
    const { anchorNode } = getSelection() ?? { anchorNode: null }
    return anchorNode?.textContent ?? ''
  })
const choose = async (name: string) => {
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name }).waitFor()
  // It is seen once it has its place.
  await page
    .locator('[data-placement]')
    .filter({ has: page.getByRole('menu') })
    .waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor({ state: 'hidden' })
}
const isInText = () => box().evaluate((root) => root === document.activeElement)

test('a table is filled, merged, given headers and widths by keys alone, and arrives as the server has it', async () => {
  await box().getByText('Before.').click()
  await page.keyboard.press('ArrowDown')
  await move('End')
  expect(await words()).toBe('Train')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(' time', { delay: 5 })
  // Cells are selected with Shift and the arrows.
  await page.keyboard.press('Tab')
  expect(await words()).toBe('EC 7')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await choose('Merge cells')
  await expect.poll(isInText).toBe(true)
  await choose('Add header column')
  await choose('Change column width')
  const handle = page.getByRole('separator', { name: 'Width of column' })
  await expect.poll(() => handle.evaluate((one) => one === document.activeElement)).toBe(true)
  await picture('width')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Escape')
  await expect.poll(isInText).toBe(true)
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Cell background' }).waitFor()
  await picture('menu')
  await page.keyboard.press('Escape')
  await expect.poll(isInText).toBe(true)
  await picture('after')
  await saveDraft(page)
  const [, stored] = await nodesOnServer()
  expect(stored).toMatchObject({
    type: 'table',
    'x-note': 'kept',
    colWidths: [expect.any(Number), expect.any(Number), expect.any(Number)],
    children: [
      { children: [{ headerState: 3 }, { headerState: 3 }, { headerState: 3 }] },
      { children: [{ headerState: 2, colSpan: 3, rowSpan: 1 }] },
      { children: [{ headerState: 2 }, { headerState: 2 }, { headerState: 2 }] },
    ],
  })
  const texts = JSON.stringify(stored).match(/"text":"[^"]*"/g) ?? []
  expect(texts.map((one) => one.slice(8, -1))).toEqual([
    'Train',
    'From',
    'At time',
    'EC 7',
    'Berne',
    '09:07',
    'IR 21',
    'Lucerne',
    '10:35',
  ])
})

test('a table is made by keys from the slash menu, where no table is yet', async () => {
  const localized = box('Rich Text Localized')
  await localized.getByText('Behind.').click()
  await move('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/table', { delay: 20 })
  const option = page.getByRole('option', { name: 'Table', exact: true })
  await option.waitFor()
  await picture('slash')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Create Table' })
  await drawer.getByRole('textbox', { name: 'Rows' }).fill('2')
  await drawer.getByRole('textbox', { name: 'Columns' }).fill('2')
  await picture('drawer')
  await page.keyboard.press('Enter')
  await drawer.waitFor({ state: 'hidden' })
  await expect.poll(() => localized.evaluate((root) => root === document.activeElement)).toBe(true)
  await page.keyboard.type('Where', { delay: 5 })
  await page.keyboard.press('Tab')
  await page.keyboard.type('When', { delay: 5 })
  await picture('made')
  const made = localized.getByRole('table').last()
  expect(await made.getByRole('row').count()).toBe(2)
  expect(await made.getByRole('columnheader').allTextContents()).toEqual(['Where', 'When'])
})

test('a check list is checked and nested by keys, and by the mouse on the side where its line begins', async () => {
  const checkbox = (name: string, within = box()) => within.getByRole('checkbox', { name, exact: true })
  await checkbox('Bags').click()
  await move('Home')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => checkbox('Bags').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect.poll(isInText).toBe(true)
  // The caret is at the start of the item whose box had the focus.
  await page.keyboard.type('All ', { delay: 5 })
  await page.keyboard.press('Tab')
  // Checked by Space; this is the key in the text itself.
  await page.keyboard.press('Control+Enter')
  await picture('boxes')
  await saveDraft(page)
  const stored = (await nodesOnServer())[2]
  expect(stored).toMatchObject({
    listType: 'check',
    children: [
      { checked: true, children: [{ text: 'Tickets' }] },
      { checked: true, children: [{ text: 'Bags' }] },
      {
        children: [
          {
            type: 'list',
            listType: 'check',
            children: [{ checked: false, children: [{ text: 'All Keys' }] }],
          },
        ],
      },
    ],
  })

  const localized = box('Rich Text Localized')
  const arabic = checkbox('\u0645\u0631\u062d\u0628\u0627', localized)
  await arabic.scrollIntoViewIfNeeded()
  const { x, y, width } = (await arabic.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.mouse.click(x + 10, y + 13)
  expect(await arabic.getAttribute('aria-checked')).toBe('false')
  await page.mouse.click(x + width - 10, y + 13)
  await expect.poll(() => arabic.getAttribute('aria-checked')).toBe('true')
  await picture('arabic-box')
})
