import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { toMarkdown } from '../../shared/fields/richText/show.ts'
import { isJsonObject, own } from '../../shared/json.ts'
import { ok, startCms, type Cms } from '../integration/support/cms.ts'
import { goTo } from './support/addresses.ts'
import { untilStill, violationsOf } from './support/axe.ts'
import { saveDraft } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { endOf, middleOf } from './support/text-on-screen.ts'
import { findId, readIn } from './support/whole-document.ts'
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
  const body = { richText: null, richTextLocalized: null }
  ok(await cms.request('PATCH', `${sink}?draft=true&locale=en`, { token, body }))
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await open()
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

async function open(): Promise<void> {
  await goTo(page, `/collections${sink}`)
  await page.getByRole('tab', { name: 'Rich text', exact: true }).click()
  await box().waitFor()
}

const box = (name = 'Rich Text'): Locator => page.getByRole('textbox', { name, exact: true })
const menu = (): Locator => page.getByRole('listbox', { name: 'Commands', exact: true })
const toolbar = (): Locator => page.getByRole('toolbar', { name: 'Formatting', exact: true }).first()
const button = (name: string | RegExp): Locator => toolbar().getByRole('button', { name, exact: true })
const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}
const type = (text: string): Promise<void> => page.keyboard.type(text, { delay: 5 })

/** Returns the stored text as markdown. */
async function onServer(field: string): Promise<string> {
  const whole: unknown = await readIn(cms, sink, token, 'en')
  const value = isJsonObject(whole) ? own(whole, field) : undefined
  return toMarkdown(value, () => '<part>')
}

/** Returns the top-level elements of a text, by tag and text. */
const lines = (text: Locator): Promise<string[]> =>
  text.evaluate((element) =>
    [...element.querySelectorAll(':scope > :not(img)')].map((one) => `${one.tagName} ${one.textContent}`),
  )

async function empty(text: Locator): Promise<void> {
  await text.click()
  await press('Control+a', 'Backspace', 'Backspace')
  await expect.poll(() => lines(text)).toEqual(['P '])
}

test('a text is written by the keyboard alone: slash menu, markdown and toolbar', async () => {
  await box().focus()
  await type('/head')
  await menu().waitFor()
  await press('Enter')
  await type('Northbound')
  await press('Enter')
  await type('The **night train** waits')
  // By toolbar: the selection becomes italic, and the text gets the focus back.
  await press('Shift+Control+ArrowLeft', 'Alt+F10')
  await expect
    .poll(() => button(/^Paragraph style/).evaluate((one) => one === document.activeElement))
    .toBe(true)
  for (let step = 0; step < 5; step += 1) await press('ArrowRight')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Italic')
  await press('Enter')
  await expect.poll(() => box().evaluate((one) => one === document.activeElement)).toBe(true)
  await box().locator('em', { hasText: 'waits' }).waitFor()
  await press('End')
  await type('.')
  await press('Enter', 'Control+i')
  await type('- slippers')
  await press('Enter')
  await type('a cup')
  await press('Enter', 'Enter')
  await type('> It does wait for the post.')
  await press('Enter')
  await type('---')
  await press('Enter')
  await type('Alight at `Abisko`, said')
  await press('Alt+ArrowUp')
  await expect
    .poll(() => lines(box()))
    .toEqual([
      'H2 Northbound',
      'P The night train waits.',
      'UL slippersa cup',
      'BLOCKQUOTE It does wait for the post.',
      'P Alight at Abisko, said',
      'HR ',
    ])
  await saveDraft(page)
  expect(await onServer('richText')).toBe(
    [
      '## Northbound',
      'The **night train** *waits.*',
      '- slippers\n- a cup',
      '> It does wait for the post.',
      'Alight at `Abisko`, said',
      '---',
    ].join('\n\n'),
  )
})

test('a block is dragged by its handle to another place, and + opens the menu below it', async () => {
  const from = box().locator('blockquote')
  await from.hover()
  const handle = page.getByRole('button', { name: 'Move or change this part' })
  await handle.dragTo(box().locator('h2'), { targetPosition: { x: 40, y: 2 } })
  await expect.poll(async () => (await lines(box()))[0]).toBe('BLOCKQUOTE It does wait for the post.')
  await from.hover()
  await page.getByRole('button', { name: 'Add Below', exact: true }).click()
  await menu().waitFor()
  await type('head')
  await press('ArrowDown', 'Enter')
  await type('Below')
  await expect
    .poll(async () => (await lines(box())).slice(0, 2))
    .toEqual(['BLOCKQUOTE It does wait for the post.', 'H3 Below'])
  await box().locator('h3').hover()
  await handle.click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect.poll(() => lines(box())).not.toContain('H3 Below')
  await expect.poll(() => box().evaluate((one) => one === document.activeElement)).toBe(true)
})

test('F66 Ctrl+Shift+Backspace and Ctrl+Shift+Delete delete to the ends of the line, and never a list or a table', async () => {
  const text = box('Rich Text Localized')
  await empty(text)
  await type('- slippers')
  await press('Enter')
  await type('a cup of tea')
  await press('Control+ArrowLeft', 'Control+Shift+Backspace')
  await expect.poll(() => lines(text)).toEqual(['UL slipperstea'])
  await press('Control+Shift+Delete')
  await expect.poll(() => lines(text)).toEqual(['UL slippers'])
  await press('ArrowUp', 'End', 'Control+Shift+Backspace', 'ArrowDown', 'Enter')
  await type('/table')
  await press('Enter')
  await page.getByRole('button', { name: 'Insert table', exact: true }).click()
  await type('From Boden')
  await press('Control+Shift+Backspace')
  await expect.poll(() => text.locator('table').textContent()).toBe('')
  expect((await lines(text)).map((line) => line.split(' ')[0])).toEqual(['UL', 'DIV', 'P'])
})

test('F69 (part: keys) an item of a list moves by itself, and its list begins with the number that is asked for', async () => {
  const text = box('Rich Text Localized')
  await empty(text)
  await type('1. slippers')
  await press('Enter')
  await type('tea')
  await press('Alt+ArrowUp')
  await expect.poll(() => lines(text)).toEqual(['OL teaslippers'])
  await type(' /start')
  await press('Enter')
  const first = page.getByRole('dialog').getByRole('textbox', { name: 'First number' })
  await first.fill('4')
  await press('Enter')
  // Typing continues at the caret.
  await expect.poll(() => text.evaluate((one) => one === document.activeElement)).toBe(true)
  await type('and milk')
  await expect.poll(() => lines(text)).toEqual(['OL tea and milkslippers'])
  expect(await text.locator('ol').getAttribute('start')).toBe('4')
})

test('DM7 (part) words are dragged from one text to another, and one undo takes that back in both', async () => {
  const [from, to] = [box(), box('Rich Text Localized')]
  await empty(to)
  await type('Here: ')
  await empty(from)
  await type('Boden waits')
  await from.scrollIntoViewIfNeeded()
  const word = await middleOf(from, 'Boden')
  await page.mouse.dblclick(word.x, word.y)
  await expect.poll(() => page.evaluate(() => String(document.getSelection()).trim())).toBe('Boden')
  await to.scrollIntoViewIfNeeded()
  const [start, end] = [await middleOf(from, 'Boden'), await endOf(to, 'Here: ')]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x - 20, end.y, { steps: 4 })
  await page.mouse.move(end.x, end.y)
  await page.mouse.up()
  await expect.poll(() => lines(to)).toEqual(['P Here: Boden'])
  await expect.poll(() => lines(from)).toEqual(['P  waits'])
  await press('Control+z')
  await expect.poll(() => lines(to)).toEqual(['P Here: '])
  await expect.poll(() => lines(from)).toEqual(['P Boden waits'])
})

test('while an input method composes nothing opens and nothing becomes something else', async () => {
  await empty(box())
  const client = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await compose('/')
  await compose('/k')
  await compose('/京')
  expect(await menu().count()).toBe(0)
  await client.send('Input.insertText', { text: '# 京都' })
  await expect.poll(() => lines(box())).toEqual(['P # 京都'])
  expect(await menu().count()).toBe(0)
  await type(' /')
  await menu().waitFor()
  await compose('hon')
  await press('Escape')
  await client.send('Input.insertText', { text: '' })
  await client.detach()
})

test('S2.69 lists, tables, indent, clipboard, links, inline blocks and markdown are usable, under their names', async () => {
  await empty(box())
  await box('Rich Text Line').click()
  expect(
    await page.getByText("Start typing, or press '/' for commands...", { exact: true }).first().isVisible(),
  ).toBe(true)

  // Toolbar
  await box().click()
  await type('one')
  for (const [name, tag] of [
    ['Ordered List', 'OL'],
    ['Unordered List', 'UL'],
    ['Check List', 'UL'],
  ] as const) {
    await button(name).click()
    await expect.poll(() => lines(box())).toEqual([`${tag} one`])
    await expect.poll(() => button(name).getAttribute('aria-pressed')).toBe('true')
  }
  await expect.poll(() => box().getByRole('checkbox').count()).toBe(1)
  await press('Control+Shift+9')
  await expect.poll(() => lines(box())).toEqual(['P one'])
  const indent = () =>
    box()
      .locator('p')
      .first()
      .evaluate((one) => getComputedStyle(one).paddingInlineStart)
  await button('Increase Indent').click()
  await expect.poll(indent).toBe('40px')
  await button('Decrease Indent').click()
  await expect.poll(indent).toBe('0px')

  // Keyboard
  await press('Control+]')
  await expect.poll(indent).toBe('40px')
  await press('Control+[')
  await expect.poll(indent).toBe('0px')
  await press('Control+Shift+7')
  await expect.poll(() => lines(box())).toEqual(['OL one'])
  await press('Control+Shift+8')
  await expect.poll(() => lines(box())).toEqual(['UL one'])
  await press('Enter', 'Tab')
  await type('deeper')
  await expect.poll(() => box().locator('ul ul li').last().textContent()).toBe('deeper')
  await press('Control+Alt+0', 'Control+a', 'Control+c', 'ArrowRight')
  await type('!')
  await press('Enter', 'Control+v')
  await expect.poll(async () => (await box().textContent())?.match(/deeper/g)?.length).toBe(2)

  // Markdown
  await empty(box())
  await type('1. first')
  await expect.poll(() => lines(box())).toEqual(['OL first'])
  await press('Control+z')
  for (let step = 0; step < 3; step += 1) await press('Control+z')
  await empty(box())
  await type('[the line](https://nordlys.travel) ')
  await expect.poll(() => box().getByRole('link', { name: 'the line' }).count()).toBe(1)

  // Slash menu: each command is chosen, and has its effect.
  const bySlash = async (name: string): Promise<void> => {
    await type(`/${name.toLowerCase()}`)
    await menu().getByRole('option', { name }).first().waitFor()
    await press('Enter')
    await menu().waitFor({ state: 'detached' })
  }
  for (const [name, tag] of [
    ['Ordered List', 'OL'],
    ['Unordered List', 'UL'],
    ['Check List', 'UL'],
  ] as const) {
    await empty(box())
    await bySlash(name)
    await type('by slash')
    await expect.poll(() => lines(box())).toEqual([`${tag} by slash`])
    expect(await box().getByRole('checkbox').count()).toBe(name === 'Check List' ? 1 : 0)
    await press('Control+Alt+0')
  }
  for (const [name, drawer] of [
    ['Link', 'Edit Link'],
    ['Table', 'Create Table'],
    ['Place', 'Create Place'],
  ] as const) {
    await empty(box())
    await bySlash(name)
    await page.getByRole('dialog', { name: drawer }).waitFor()
    if (name !== 'Table') {
      await press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      continue
    }
    await page.getByRole('dialog', { name: drawer }).getByRole('textbox', { name: 'Columns' }).fill('2')
    await press('Enter')
    await expect.poll(() => box().getByRole('table').count()).toBe(1)
  }
})

test('F61 what is typed right after a choice in a menu of the toolbar stands in the text', async () => {
  const menus = await toolbar()
    .locator('button[aria-haspopup]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  const named = menus.filter((name) => name !== 'More commands')
  expect(named.length).toBeGreaterThanOrEqual(4)
  for (const name of named) {
    for (const way of ['pointer', 'keys'] as const) {
      await empty(box())
      await type('before')
      const opens = button(new RegExp(`^${name.split(':')[0]}`))
      if (way === 'pointer') await opens.click()
      else {
        await opens.focus()
        await press('Enter')
      }
      const items = page.getByRole('menu').getByRole('menuitem')
      await items.first().waitFor()
      const item = name === 'Insert' ? items.filter({ hasText: 'Horizontal Rule' }) : items.nth(1)
      if (way === 'pointer') await item.click()
      else {
        await item.focus()
        await press('Enter')
      }
      await page.keyboard.type('after')
      await expect
        .poll(async () => [name, way, await box().innerText()])
        .toEqual([name, way, expect.stringMatching(/before\s*after/)])
    }
  }
})

test('nothing is wrong for assistive technology with menu and toolbars open, light and dark, wide and narrow', async () => {
  await open()
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((chosen) => window.galley.call('app.setTheme', { theme: chosen }), theme)
    await box('Rich Text Localized').click()
    await type('Kiruna /')
    await menu().waitFor()
    await untilStill(page)
    expect(await violationsOf(page)).toEqual([])
    await press('Escape')
    // The selection's toolbar of a field without a fixed one.
    await box('Rich Text Line').click()
    await type('Kiruna')
    await press('Shift+Home')
    await page.getByRole('toolbar', { name: 'Formatting of the selection' }).waitFor()
    await untilStill(page)
    expect(await violationsOf(page)).toEqual([])
    await press('Control+/')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await untilStill(page)
    expect(await violationsOf(page)).toEqual([])
    await press('Escape')
  }
})

test('in a narrow window what has no room is in a menu of its own', async () => {
  await resizeTo(galley.app, page, 560)
  await button('Bold').waitFor()
  await expect.poll(() => button('Superscript').count()).toBe(0)
  await button('More commands').click()
  await page.getByRole('menuitem', { name: 'Superscript' }).waitFor()
  await press('Escape')
  await resizeTo(galley.app, page, 1280)
  await button('Align').waitFor()
})

test('an empty line of a text in a right-to-left locale begins at the right, in lists too, until a word tells otherwise', async () => {
  await goTo(page, `/collections${sink}?locale=ar`)
  await page.getByRole('tab', { name: 'Rich text', exact: true }).click()
  const text = box('Rich Text Localized')
  await text.click()
  await press('Control+a', 'Delete')
  const directions = () =>
    text.evaluate((element) =>
      [...element.querySelectorAll('p, li')].map((line) => getComputedStyle(line).direction),
    )
  await expect.poll(directions).toEqual(['rtl'])
  await type('Abisko')
  await press('Enter')
  await expect.poll(directions).toEqual(['ltr', 'rtl'])
  const caretAndBox = () =>
    text.evaluate((element) => {
      const line = element.querySelector('p:last-child > br')
      const end = line?.getBoundingClientRect().right ?? 0
      return element.getBoundingClientRect().right - end
    })
  expect(await caretAndBox()).toBeLessThan(80)
  await type('- ')
  await expect.poll(directions).toEqual(['ltr', 'rtl'])
  await type('Kiruna')
  await expect.poll(directions).toEqual(['ltr', 'ltr'])
  await press('Enter')
  await press('Control+z')
  await goTo(page, `/collections${sink}?locale=en`)
})

test('S9.19 (part) from right to left the menu stands at the slash, and handles at the right', async () => {
  await page.evaluate(() => window.galley.call('app.setLanguage', { language: 'ar' }))
  await page.reload()
  await page.getByRole('tab', { name: 'Rich text', exact: true }).click()
  const text = box('Rich Text Localized')
  await text.scrollIntoViewIfNeeded()
  const placeOfLine = () => text.locator('p').first().boundingBox()
  const shown = await placeOfLine()
  await text.click()
  expect(await text.evaluate((element: HTMLElement) => element.isContentEditable)).toBe(true)
  expect(await placeOfLine()).toEqual(shown)
  await press('Control+a')
  await type('مرحبا /head')
  const list = page.getByRole('listbox')
  await list.waitFor()
  // English names find it, too; the shown text is Arabic.
  expect(await list.getByRole('option').first().textContent()).toContain('عنوان')
  const [at, where] = await Promise.all([list.boundingBox(), text.locator('p').first().boundingBox()])
  expect(at !== null && where !== null && at.x + at.width <= where.x + where.width + 1).toBe(true)
  await press('Escape')
  await text.locator('p').first().hover()
  const handle = await page.locator('[aria-haspopup=menu][tabindex="-1"]').boundingBox()
  expect(handle !== null && where !== null && handle.x > where.x + where.width / 2).toBe(true)
})
