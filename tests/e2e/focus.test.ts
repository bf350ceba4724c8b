import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { at, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { goWithin } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { focusedName } from './support/form.ts'
import { demoPassword, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { findId } from './support/whole-document.ts'

let cms: Cms
let galley: GalleyApp
let page: Page
let sink: string
let post: string
let media: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  const { token } = await cms.login()
  sink = `/collections/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  post = `/collections/posts/${await findId(cms, 'posts', 'title', 'Porto before the ferries', token)}`
  const { json } = ok(await cms.request('GET', '/media?depth=0&limit=1', { token }))
  media = `/collections/media/${String(at(json, 'docs', 0, 'id'))}`
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await page.locator('input[name=username]').fill('admin@example.com')
  await page.locator('input[type=password]').fill(demoPassword)
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = (name: string) => page.getByRole('textbox', { name, exact: true }).first()
const press = (...keys: string[]) => inTurn(keys, (key) => page.keyboard.press(key))
const layers = () => page.locator('[role=dialog], [role=alertdialog]:not([aria-live] *), [role=menu]')
const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement)
const isFocusLost = () => page.evaluate(() => document.activeElement === document.body)

async function inTurn<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const [first, ...rest] = all
  if (first === undefined) return
  await act(first)
  await inTurn(rest, act)
}

/** Presses a button by key, once it is there. */
async function pressOn(control: Locator): Promise<void> {
  await control.focus()
  await press('Enter')
}

/** Chooses an entry of a button's menu. */
async function choose(menu: Locator, entry: string | RegExp): Promise<void> {
  await menu.focus()
  await chooseFromFocused(entry)
}

async function chooseFromFocused(entry: string | RegExp): Promise<void> {
  await press('Enter')
  await page.getByRole('menuitem', { name: entry }).focus()
  await press('Enter')
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

/** A layer: its opener, the keys that open it from there, and the element with the focus afterwards. */
type Opened = { name: string; opener: () => Locator; open: () => Promise<void>; first: string | RegExp }

const fromButton = (name: string, opener: () => Locator, first: string | RegExp): Opened => ({
  name,
  opener,
  open: () => press('Enter'),
  first,
})
const fromMenu = (
  name: string,
  opener: () => Locator,
  entry: string | RegExp,
  first: string | RegExp,
): Opened => ({ name, opener, open: () => chooseFromFocused(entry), first })
const byKeys = (
  name: string,
  opener: () => Locator,
  keys: readonly string[],
  first: string | RegExp,
): Opened => ({
  name,
  opener,
  open: () => press(...keys),
  first,
})

const show = {
  dashboard: async () => {
    await goWithin(page, '/')
    await page.locator('main section').first().waitFor()
  },
  list: async () => {
    await goWithin(page, '/collections/posts')
    await page.locator('main tbody tr').first().waitFor()
  },
  chosenRows: async () => {
    await show.list()
    const row = page.locator('main tbody input').first()
    if (!(await row.isChecked())) await row.focus().then(() => press('Space'))
    await page.locator('main footer [role=group]').waitFor()
  },
  post: async () => {
    await goWithin(page, post)
    await field('Title').waitFor()
  },
  media: async () => {
    await goWithin(page, media)
    await button('Edit Image').waitFor()
  },
  mediaList: async () => {
    await goWithin(page, '/collections/media')
    await button('Bulk Upload').waitFor()
  },
  settings: async () => {
    await goWithin(page, '/account')
    await page.getByRole('radio').first().waitFor()
  },
  drawer: async () => {
    await show.tab('Relations')
    await pressOn(button(/^Edit /).first())
    await drawer().getByRole('textbox', { name: 'Title', exact: true }).first().waitFor()
  },
  tab: async (name: string) => {
    await goWithin(page, sink)
    await page.getByRole('tab', { name, exact: true }).click()
  },
}

const drawer = () => page.getByRole('dialog').last()
const inDrawer = (name: string | RegExp) => page.getByRole('dialog').first().getByRole('button', { name })
const publish = () => button('More publish options')
const locale = () => button(/^Locale: /)
const more = () => button('More actions for this document')
const text = () => page.getByRole('textbox', { name: 'Rich Text', exact: true })
const walk: [screen: string, show: () => Promise<void>, Opened[]][] = [
  [
    'the dashboard',
    show.dashboard,
    [
      fromButton('the menu of the server', () => page.locator('#sidebar button').first(), /^Check the/),
      byKeys(
        'the palette',
        () => page.getByRole('link', { name: 'Outbox' }),
        ['Control+k'],
        /^Search or run/,
      ),
    ],
  ],
  [
    'a list',
    show.list,
    [
      fromButton('columns', () => button('Columns'), 'Title'),
      fromButton('how many per page', () => button(/^Per Page/), '10'),
      byKeys('the menu of a row', () => page.locator('main tbody [data-open]').nth(1), ['Shift+F10'], 'Open'),
      fromButton('the same by its button', () => button(/^Actions for/).nth(1), 'Open'),
    ],
  ],
  [
    'chosen rows',
    show.chosenRows,
    [
      fromButton(
        'edit many',
        () => page.locator('main footer').getByRole('button', { name: /^Edit/ }),
        /^Select fields/,
      ),
    ],
  ],
  [
    'a post',
    show.post,
    [
      fromButton('what else can be done', more, /^Preview|^Duplicate/),
      fromButton(
        'how it is saved',
        () =>
          page
            .getByRole('main')
            .locator('header')
            .getByRole('button', { name: /^Saved/ }),
        /^Saved/,
      ),
      fromMenu('the question before the trash', more, /trash/, 'Cancel'),
      fromButton('ways of publishing', publish, /^Publish/),
      fromMenu('a schedule', publish, 'Schedule Publish', /Publish/),
      fromButton('locales', locale, /^English/),
      fromMenu('copying a locale', locale, /^Copy/, /From/),
      fromButton('the picker of blocks', () => button('Add Block'), 'Search for a block'),
      fromButton('the menu of a row', () => button('Actions for Block 01'), 'Add Below'),
    ],
  ],
  [
    'relations',
    () => show.tab('Relations'),
    [fromButton('a related document', () => button(/^Edit /).first(), /^Title/)],
  ],
  [
    'choices',
    () => show.tab('Choices'),
    [
      fromButton('the choices of a select', () => page.locator('button[id$="-select"]'), /^(one|two|three)$/),
      fromButton(
        'those of which several are chosen',
        () => page.locator('button[id$="-selectMany"]'),
        /^(north|south|east|west)$/,
      ),
    ],
  ],
  [
    'dates',
    () => show.tab('Numbers and dates'),
    [
      fromButton('a calendar', () => button(/^Open the calendar/).first(), /202\d/),
      fromButton('a calendar with times', () => button(/^Open the calendar/).nth(1), /202\d/),
    ],
  ],
  [
    'a document in a drawer',
    show.drawer,
    [
      fromButton('its locales', () => inDrawer(/^Locale: /), /^English/),
      fromMenu('a question over it', () => inDrawer('More actions for this document'), /trash/, 'Cancel'),
      fromButton('a picker in it', () => inDrawer('Add Block').last(), 'Search for a block'),
    ],
  ],
  [
    'a rich text',
    () => show.tab('Rich text'),
    [
      byKeys('its toolbar', text, ['Alt+F10'], /^Paragraph style/),
      byKeys('a link', text, ['Control+k'], 'Text to display'),
      byKeys('the shortcuts, also its own', text, ['Control+/'], 'Keyboard shortcuts'),
    ],
  ],
  ['a picture', show.media, [fromButton('cropping', () => button('Edit Image'), /./)]],
  ['many pictures', show.mediaList, [fromButton('bulk upload', () => button('Bulk Upload'), 'Add files')]],
  [
    'settings',
    show.settings,
    [fromButton('the question before the log-out', () => button('Log out').first(), 'Log out')],
  ],
]

describe('U25 what has the focus', () => {
  test('after the log-in, and after an answer that goes away, is on the screen', async () => {
    await page.locator('input[type=password]').press('Enter')
    await button('Keep everything').waitFor()
    await eventually(isFocusLost).toBe(false)
    await pressOn(button('Keep everything'))
    await button('Keep everything').waitFor({ state: 'detached' })
    await eventually(isFocusLost).toBe(false)
  })

  test.each(walk)(
    '%s: what opens has it where one begins, Escape closes that alone, and the opener has it again',
    async (_name, showIt, all) => {
      await showIt()
      const below = await layers().count()
      await inTurn(all, async ({ opener, open, first }) => {
        // Content that loads meanwhile may change which control is the first of its kind.
        await opener().focus()
        const from = await focusedName(page)
        await open()
        await eventually(() => focusedName(page)).toMatch(first)
        await press('Escape')
        await eventually(() => layers().count()).toBe(below)
        await eventually(() => focusedName(page)).toBe(from)
      })
      if (below === 0) return
      await press('Escape')
      await eventually(() => layers().count()).toBe(0)
    },
  )

  test('a new row is typed into at once, from the button between two rows and from the one below them', async () => {
    await show.post()
    const before = await page.locator('[data-row]').count()
    await pressOn(button('Add below Block 01'))
    await page.getByRole('combobox', { name: 'Search for a block' }).fill('quote')
    await press('Enter')
    await eventually(() => focusedName(page)).toMatch(/^Text/)
    await pressOn(button('Add Block'))
    await page.getByRole('combobox', { name: 'Search for a block' }).fill('quote')
    await press('Enter')
    await eventually(() => focusedName(page)).toMatch(/^Text/)
    await page.keyboard.type('a b')
    await eventually(() => page.locator('[data-row]').count()).toBe(before + 2)
    expect(await layers().count()).toBe(0)
  })

  test('what is found is in view when Escape leads there, however quickly', async () => {
    await show.post()
    await field('Title').focus()
    await press('Control+f')
    await page.keyboard.type('ferries')
    await press('Enter', 'Enter', 'Escape')
    await eventually(isFocusLost).toBe(false)
    await eventually(() =>
      page.evaluate(() => {
        const focused = document.activeElement
        const { left, top, height } = focused?.getBoundingClientRect() ?? new DOMRect()
        return focused?.contains(document.elementFromPoint(left + 8, top + Math.min(height / 2, 12)))
      }),
    ).toBe(true)
  })

  test('Enter applies what a drawer asks for, and what is typed then goes into the text', async () => {
    await show.tab('Rich text')
    await text().click()
    await press('Control+End', 'Enter')
    await page.keyboard.type('/table')
    await page
      .getByRole('option', { name: /^Table/ })
      .first()
      .waitFor()
    await press('Enter')
    await eventually(() => focusedName(page)).toMatch(/^Rows/)
    await press('Control+a')
    await page.keyboard.type('2')
    await press('Enter')
    await drawer().waitFor({ state: 'detached' })
    await press('Shift+F10')
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem')
    await press('Escape')
    await eventually(() => hasFocus(text())).toBe(true)
    await page.keyboard.type('In the cell')
    await text().locator('th', { hasText: 'In the cell' }).waitFor()
  })

  test('a link over chosen words asks for the address first', async () => {
    await press('Shift+Control+ArrowLeft', 'Control+k')
    await eventually(() => focusedName(page)).toMatch(/^Enter a URL/)
    await press('Escape')
    await eventually(() => hasFocus(text())).toBe(true)
  })

  test('the × of the second locale leaves it on the screen, where another one is chosen', async () => {
    await show.post()
    await choose(locale(), /side/)
    await button('Close the second locale').click()
    await eventually(() => hasFocus(locale())).toBe(true)
  })

  test('when a related document has gone to the trash from its drawer, it is in the field that had it', async () => {
    await show.drawer()
    await choose(inDrawer('More actions for this document'), /trash/)
    await pressOn(page.getByRole('alertdialog').getByRole('button').last())
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await eventually(() =>
      page.evaluate(() => document.activeElement?.closest('[id$="-relationship-control"]') !== null),
    ).toBe(true)
  })
})
