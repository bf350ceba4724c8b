import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { at, ok, startCms, textAt, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy, type SeenRequest } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { focusedName, switchLocale, tabBackTo, tabTo } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { addRow, headOf, inRowMenu, listOf, outlineOf, rowOf, textIn } from './support/rows.ts'
import { titleInput, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'
import { readWhole, type Data } from './support/whole-document.ts'
import { resizeTo } from './support/window.ts'

/** One story in several tests, each based on the previous one. */
let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string
let path: string
let ids: Record<'timetable' | 'quote' | 'hero' | 'first' | 'second' | 'third', string>
let goOnline: () => void
let shownBeforeTheKill: string[]
const dataFolder = newDataFolder()

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
  ;({ token } = await cms.login())
  await makePage()
  galley = await startGalley({ server: proxy.url, dataFolder })
  page = galley.page
  await login(page, 'editor@example.com')
  await openPage()
  goOffline()
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const layout = () => listOf(page, 'Layout')
const block = (number: number) => rowOf(layout(), number)

test('S3.01 (part) S3.02 (part) offline, nested blocks are built by mouse', async () => {
  await addRow(layout(), 'Timetable')
  await textIn(block(4), 'Line').click()
  await page.keyboard.type('Inland line')
  const trains = listOf(block(4), 'Trains')
  await addRow(trains)
  await textIn(rowOf(trains, 1), 'Number').click()
  await page.keyboard.type('7')
  const stops = listOf(rowOf(trains, 1), 'Stops')
  for (const [number, place] of [
    [1, 'Jokkmokk'],
    [2, 'Gällivare'],
  ] as const) {
    await addRow(stops)
    await textIn(rowOf(stops, number), 'Place').click()
    await page.keyboard.type(place)
  }
  const grip = (number: number) => rowOf(stops, number).locator('> [data-head] > [data-part=grip]')
  await grip(2).dragTo(headOf(rowOf(stops, 1)), { targetPosition: { x: 40, y: 2 } })
  await headOf(rowOf(stops, 1)).filter({ hasText: 'Gällivare' }).waitFor()

  await addRow(layout(), 'Columns')
  await addRow(listOf(block(5), 'Columns'))
  const content = listOf(rowOf(listOf(block(5), 'Columns'), 1), 'Content')
  await addRow(content, 'Quote')
  await textIn(rowOf(content, 1), 'Text').click()
  await page.keyboard.type('In the left column.')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await untilDocumentIs(page, 'Waiting to send (1)')
  await untilStatusBarSays(page, 'Offline')
  expect((await outlineOf(page)).filter((line) => line.includes('- '))).toEqual([
    '- Block 01 Timetable Ofoten line',
    '  - Train 01 92',
    '    - Stop 01 Abisko',
    '  - Train 02 94',
    '  - Train 03 96',
    '- Block 02 Quote Slow is fast enough.',
    '- Block 03 Hero North',
    '- Block 04 Timetable Inland line',
    '  - Train 01 7',
    '    - Stop 01 Gällivare',
    '    - Stop 02 Jokkmokk',
    '- Block 05 Columns',
    '  - Column 01 Column',
    '    - Block 01 Quote In the left column.',
  ])
})

test('S3.01 (part) S3.02 (part) and by the keyboard alone', async () => {
  const press = (key: string) => page.keyboard.press(key)
  const type = (text: string) => page.keyboard.type(text)

  // Edits a row that the colleague is about to remove.
  await tabTo(page, /^Block 02\s*Quote/)
  await tabTo(page, /^Text/)
  await press('Control+End')
  await type(' And quiet.')

  await tabBackTo(page, 'Actions for Block 02')
  await press('Enter')
  await eventually(() => focusedName(page)).toBe('Add Below')
  await press('Enter')
  await eventually(() => focusedName(page)).toBe('Search for a block')
  await type('time')
  await press('Enter')
  await eventually(() => focusedName(page)).toMatch(/^Line/)
  await type('Coast line')
  for (const [number, index] of [
    ['10', '01'],
    ['12', '02'],
  ] as const) {
    await tabTo(page, 'Add Train')
    await press('Enter')
    await eventually(() => focusedName(page)).toMatch(/^Number/)
    await tabBackTo(page, new RegExp(`^Train ${index}`))
    await tabTo(page, /^Number/)
    await type(number)
  }
  await tabTo(page, 'Add Stop')
  await press('Enter')
  await eventually(() => focusedName(page)).toMatch(/^place/i)
  await type('Bodø')
  // The train is moved by its head, the block by its handle.
  await tabBackTo(page, /^Train 02/)
  await press('Alt+ArrowUp')
  await eventually(() => focusedName(page)).toMatch(/^Train 01\s*12/)
  await tabBackTo(page, 'Move Block 03')
  await press('Space')
  await press('ArrowUp')
  await press('ArrowUp')
  await press('Space')
  await eventually(() => focusedName(page)).toBe('Move Block 01')
  await untilDocumentIs(page, 'Waiting to send (1)')

  shownBeforeTheKill = await outlineOf(page)
  await galley.kill()
})

test('SY1 (part) SY6 (part) SY7 (part) DM2 (part) after the power cut all of it is there, and what another editor did meanwhile is merged or asked about', async () => {
  // A colleague moves the hero to the front, removes the quote, and removes, moves and edits trains of the timetable.
  await editElsewhere({
    layout: [
      { id: ids.hero, blockType: 'hero' },
      {
        id: ids.timetable,
        blockType: 'timetable',
        trains: [{ id: ids.third }, { id: ids.first, departs: '06:15' }],
      },
    ],
  })
  galley = await startGalley({ server: proxy.url, dataFolder })
  page = galley.page
  await openPage()
  await eventually(() => outlineOf(page)).toEqual(shownBeforeTheKill)

  await page.getByRole('button', { name: 'Save Draft' }).click()
  proxy.seen.length = 0
  goOnline()
  await page.getByRole('contentinfo').getByRole('button').last().click()
  await untilDocumentIs(page, 'Conflict')
  await page
    .getByRole('main')
    .getByText(/^Someone else changed a field that you changed, too/)
    .waitFor()
  expect(await layoutOnServer()).not.toContainEqual(expect.objectContaining({ blockType: 'quote' }))
  await page.getByRole('radio', { name: /^Yours/ }).check()
  await page.getByRole('button', { name: 'Save merged document' }).click()
  await untilDocumentIs(page, 'Saved')

  // New rows, moved rows and the restored row, in all locales.
  const merged = await readWhole(cms, path, token)
  expect(merged).toMatchObject({
    title: { en: 'By rail', de: 'Mit der Bahn' },
    layout: [
      { line: 'Coast line', trains: [{ number: '12', stops: [{ place: 'Bodø' }] }, { number: '10' }] },
      { id: ids.hero, heading: { en: 'North', de: 'Norden' } },
      { line: 'Inland line', trains: [{ stops: [{ place: 'Gällivare' }, { place: 'Jokkmokk' }] }] },
      { columns: [{ content: [{ text: { en: 'In the left column.' } }] }] },
      {
        id: ids.timetable,
        line: 'Ofoten line',
        trains: [
          { id: ids.third, number: '96' },
          {
            id: ids.first,
            departs: '06:15',
            remark: { en: 'Seats on the left', de: 'Links sitzen' },
            stops: [{ place: 'Abisko', minutes: 5 }],
          },
        ],
      },
      {
        id: ids.quote,
        text: { en: 'Slow is fast enough. And quiet.', de: 'Langsam ist schnell genug.' },
        by: 'A guard',
      },
    ],
  })
  await eventually(() => headsOf(page)).toEqual([
    'Block 01 Timetable Coast line',
    'Block 02 Hero North',
    'Block 03 Timetable Inland line',
    'Block 04 Columns',
    'Block 05 Timetable Ofoten line',
    'Block 06 Quote Slow is fast enough. And quiet.',
  ])
  const keys = writesSeen().map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(keys.length)
})

test('DM7 (part) DM5 (part) twenty steps of all kinds are undone one by one, and nothing is left of them', async () => {
  const saved = await readWhole(cms, path, token)
  proxy.seen.length = 0
  for (const step of steps) {
    await inLocale(step.locale)
    step.before = await outlineOf(page)
    await step.take()
    await eventually(() => outlineOf(page)).not.toEqual(step.before)
    step.after = await outlineOf(page)
  }
  for (const [index, step] of [...steps.entries()].toReversed()) {
    await page.keyboard.press('Control+z')
    await expectShown(index, step, step.before)
  }
  await untilDocumentIs(page, 'Saved')
  expect(writesSeen()).toEqual([])
  expect(await readWhole(cms, path, token)).toEqual(saved)
})

test('DM7 (part) what was undone is done again, and the server ends as shown', async () => {
  const redone = steps.slice(0, 12)
  for (const [index, step] of redone.entries()) {
    await page.keyboard.press('Control+Shift+z')
    await expectShown(index, step, step.after)
  }
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await untilDocumentIs(page, 'Saved')
  await eventually(() => outlineOf(page)).toEqual(redone.at(-1)?.after)
  expect(await layoutOnServer()).toMatchObject([
    { line: 'Coast line', trains: [{ number: '12' }, { number: '10' }] },
    { text: { en: 'Slow, and very quiet.', de: 'Langsam ist schnell genug.' }, by: 'A guard' },
    {
      line: 'Inland line, summer only',
      trains: [
        { number: '7', stops: [{ place: 'Gällivare' }, { place: 'Jokkmokk' }] },
        { number: '9' },
        { number: '7', stops: [{ place: 'Gällivare' }, { place: 'Jokkmokk' }] },
      ],
    },
    { columns: [{ content: [{ text: { en: 'In the left column.' } }] }] },
    {
      id: ids.timetable,
      trains: [
        { id: ids.third },
        { id: ids.first, remark: { en: 'Seats on the left', de: 'Links sitzen, rechts staunen' } },
      ],
    },
    { id: ids.quote, text: { en: 'Slow, and very quiet.', de: 'Langsam, und sehr leise.' } },
    { blockType: 'hero', heading: { en: 'The end of the line' } },
  ])
})

type Step = {
  locale: 'en' | 'de'
  /** True if the step changes only this locale, so that undo switches to it. */
  localized: boolean
  take: () => Promise<unknown>
  /** The form's outline in that locale before and after. */
  before: string[]
  after: string[]
}

const fill = (label: string, text: string, find: () => Locator) => () => textIn(find(), label).fill(text)
const press = async (row: Locator, ...keys: string[]) => {
  await headOf(row).focus()
  for (const key of keys) await page.keyboard.press(key)
}
const coast = (number: number) => rowOf(listOf(block(1), 'Trains'), number)
const inland = (number: number) => rowOf(listOf(block(3), 'Trains'), number)
const ofoten = (number: number) => rowOf(listOf(block(5), 'Trains'), number)

const steps: Step[] = [
  shared(fill('Line', 'Inland line, summer only', () => block(3))),
  shared(() => addRow(listOf(block(3), 'Trains'))),
  shared(fill('Number', '9', () => inland(2))),
  shared(() => inRowMenu(inland(1), /^Duplicate/)),
  shared(() => press(inland(3), 'Alt+ArrowUp')),
  shared(() => press(block(2), 'Delete')),
  english(fill('Text', 'Slow, and very quiet.', () => block(5))),
  shared(() => press(block(5), 'Control+c').then(() => press(block(1), 'Control+v'))),
  german(fill('Remark', 'Links sitzen, rechts staunen', () => ofoten(2))),
  german(fill('Text', 'Langsam, und sehr leise.', () => block(6))),
  shared(() => addRow(layout(), 'Hero')),
  english(fill('Heading', 'The end of the line', () => block(7))),
  shared(() => inRowMenu(block(4), /^Move Up/)),
  shared(() => press(ofoten(1), 'Shift+ArrowDown', 'Delete')),
  english(() => titleInput(page).fill('By rail and by bus')),
  english(() => page.getByRole('textbox', { name: 'Introduction' }).fill('Some of the lines.')),
  shared(fill('Minutes', '7', () => rowOf(listOf(coast(1), 'Stops'), 1))),
  shared(() => addRow(listOf(coast(2), 'Stops'))),
  shared(async () => {
    await press(block(1), 'F2')
    await page.keyboard.type('The coast')
    await page.keyboard.press('Enter')
  }),
  shared(async () => {
    await block(7).locator('> [data-head] > [data-part=grip]').focus()
    for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'Space']) await page.keyboard.press(key)
  }),
]

function shared(take: Step['take']): Step {
  return { locale: 'en', localized: false, take, before: [], after: [] }
}

function english(take: Step['take']): Step {
  return { ...shared(take), localized: true }
}

function german(take: Step['take']): Step {
  return { ...english(take), locale: 'de' }
}

/** Checks that an undone or redone step is shown: in its locale, or if shared in the present one. */
async function expectShown(index: number, step: Step, outline: string[]): Promise<void> {
  if (step.localized) await eventually(localeOnScreen).toBe(step.locale)
  else await inLocale(step.locale)
  await eventually(async () => [index, await outlineOf(page)]).toEqual([index, outline])
}

async function inLocale(locale: Step['locale']): Promise<void> {
  if ((await localeOnScreen()) !== locale) await switchLocale(page, locale === 'en' ? 'English' : 'German')
}

async function localeOnScreen(): Promise<string | undefined> {
  const name = await page.getByRole('button', { name: /^Locale: / }).innerText()
  return /^\w+/.exec(name)?.[0].toLowerCase()
}

/** Returns the heads of the page's blocks. */
async function headsOf(of: Page): Promise<string[]> {
  return (await outlineOf(of)).flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []))
}

function writesSeen(): SeenRequest[] {
  return proxy.seen.filter(({ method, path: to }) => method !== 'GET' && to.startsWith('/api/pages'))
}

/** Opens it in a window high enough to draw all rows. */
async function openPage(): Promise<void> {
  await resizeTo(galley.app, page, 1400, 4000)
  await goTo(page, `/collections${path}`)
  await titleInput(page).waitFor()
  await layout().waitFor()
}

function goOffline(): void {
  goOnline = proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
}

async function layoutOnServer(): Promise<unknown> {
  return (await readWhole(cms, path, token))['layout']
}

/** Edits as a colleague in the web admin, which takes over a lock. */
async function editElsewhere(body: Data): Promise<void> {
  ok(await cms.request('PATCH', `${path}?draft=true&depth=0&locale=en&overrideLock=true`, { token, body }))
}

/** Creates a page with three blocks, in two locales. */
async function makePage(): Promise<void> {
  const made = ok(
    await cms.request('POST', '/pages?draft=true&depth=0&locale=en', {
      token,
      body: {
        title: 'By rail',
        slug: 'by-rail',
        intro: 'All lines of the north.',
        layout: [
          {
            blockType: 'timetable',
            line: 'Ofoten line',
            trains: [
              {
                number: '92',
                departs: '06:10',
                remark: 'Seats on the left',
                stops: [{ place: 'Abisko', minutes: 5 }],
              },
              { number: '94', departs: '10:35', remark: 'Change in Kiruna' },
              { number: '96', departs: '17:20' },
            ],
          },
          { blockType: 'quote', text: 'Slow is fast enough.', by: 'A guard' },
          { blockType: 'hero', heading: 'North' },
        ],
      },
    }),
  )
  const id = (...where: (string | number)[]) => textAt(made.json, 'doc', 'layout', ...where, 'id')
  path = `/pages/${String(at(made.json, 'doc', 'id'))}`
  ids = {
    timetable: id(0),
    first: id(0, 'trains', 0),
    second: id(0, 'trains', 1),
    third: id(0, 'trains', 2),
    quote: id(1),
    hero: id(2),
  }
  ok(
    await cms.request('PATCH', `${path}?draft=true&depth=0&locale=de`, {
      token,
      body: {
        title: 'Mit der Bahn',
        layout: [
          {
            id: ids.timetable,
            blockType: 'timetable',
            trains: [
              { id: ids.first, remark: 'Links sitzen' },
              { id: ids.second, remark: 'In Kiruna umsteigen' },
              { id: ids.third },
            ],
          },
          { id: ids.quote, blockType: 'quote', text: 'Langsam ist schnell genug.' },
          { id: ids.hero, blockType: 'hero', heading: 'Norden' },
        ],
      },
    }),
  )
}
