import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { topNodes } from '../../shared/fields/richText/nodes.ts'
import { isJson, type Json } from '../../shared/json.ts'
import { paragraph, rich, text as run, type RichNode } from '../../server/demo/seed/rich-text.ts'
import { ok, startCms, type Cms } from '../integration/support/cms.ts'
import { endOf, partsOf } from './support/text-on-screen.ts'
import { goTo } from './support/addresses.ts'
import { saveDraft, typeInOneBurst } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { documentState, untilDocumentIs } from './support/screens.ts'
import { findId, readIn } from './support/whole-document.ts'

let cms: Cms
let galley: GalleyApp
let page: Page
let token: string
let sink: string
const dataFolder = newDataFolder()

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login())
  sink = `/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  const localized = { richTextLocalized: manyLooks }
  ok(await cms.request('PATCH', `${sink}?draft=true&locale=en`, { token, body: localized }))
  galley = await startGalley({ server: cms.url, dataFolder })
  page = galley.page
  await login(page, 'editor@example.com')
  await openText()
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

function block(type: string, children: readonly RichNode[], more: Record<string, unknown> = {}): RichNode {
  return { type, version: 1, format: '', indent: 0, direction: null, children, ...more }
}

/** A text with headings, formats, line breaks, a quote, a rule, alignment, an indent and Arabic. */
const manyLooks = rich([
  ...(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const).map((tag) =>
    block('heading', [run(`As ${tag}`)], { tag }),
  ),
  paragraph([
    run('Plain, '),
    ...(
      ['bold', 'italic', 'underline', 'strikethrough', 'code', 'subscript', 'superscript'] as const
    ).flatMap((format) => [run(`in ${format}`, format), run(', ')]),
    run('and in blue pencil', 0, { $: { tone: 'pencil' } }),
    { type: 'linebreak', version: 1 },
    run('A second line, as long as it takes to be broken by the edge of the box that it stands in.'),
    { type: 'linebreak', version: 1 },
  ]),
  paragraph([]),
  block('quote', [run('It does wait for the post.')]),
  { type: 'horizontalrule', version: 1 },
  paragraph('In the middle.', { format: 'center' }),
  paragraph('Indented twice.', { indent: 2 }),
  paragraph('\u0645\u0631\u062d\u0628\u0627'),
])

const box = (name = 'Rich Text') => page.getByRole('textbox', { name, exact: true })

async function openText(): Promise<void> {
  await goTo(page, `/collections${sink}`)
  await page.getByRole('tab', { name: 'Rich text', exact: true }).click()
  await box().waitFor()
}

async function nodesOnServer(): Promise<Json[]> {
  const value = (await readIn(cms, sink, token, 'en'))['richText']
  return isJson(value) ? topNodes(value) : []
}

const isEdited = (text: Locator) => text.evaluate((element: HTMLElement) => element.isContentEditable)

const PARTS = 'p, h1, h2, h3, h4, h5, h6, blockquote, hr'

/** The text before the caret, in its node. */
const beforeCaret = () =>
  page.evaluate(() => {
    const { anchorNode, anchorOffset } = getSelection() ?? { anchorNode: null, anchorOffset: 0 }
    return anchorNode?.textContent?.slice(0, anchorOffset) ?? ''
  })

test.each(['mouse', 'pen'] as const)(
  'a press with the %s that comes from nowhere, as after scrolling, puts the caret and the focus where it is',
  async (pointerType) => {
    const localized = box('Rich Text Localized')
    const line = 'A second line, as long'
    await localized.scrollIntoViewIfNeeded()
    const { x, y } = await endOf(localized, line)
    expect(await isEdited(localized)).toBe(false)
    const cdp = await page.context().newCDPSession(page)
    const press = { x, y, pointerType, button: 'left', clickCount: 1 } as const
    await cdp.send('Input.dispatchMouseEvent', { ...press, type: 'mousePressed' })
    await cdp.send('Input.dispatchMouseEvent', { ...press, type: 'mouseReleased' })
    await typeInOneBurst(page, 'er')
    expect(await beforeCaret()).toBe(`${line}er`)
    await page.keyboard.press('Control+Z')
    await page.mouse.move(5, 5)
    await page.getByRole('tab').first().click()
    await page.getByRole('tab', { name: 'Rich text', exact: true }).click()
  },
)

test('a text that is approached is edited in its place: nothing moves, and the click is where it was meant', async () => {
  const localized = box('Rich Text Localized')
  const line = 'A second line, as long'
  await localized.scrollIntoViewIfNeeded()
  const { x, y } = await endOf(localized, line)
  expect(await isEdited(localized)).toBe(false)
  const before = await partsOf(localized, PARTS)
  expect(before).toHaveLength(13)
  await page.mouse.click(x, y)
  expect(await isEdited(localized)).toBe(true)
  expect(await partsOf(localized, PARTS)).toEqual(before)
  expect(await beforeCaret()).toBe(line)
})

test('SY1 what is typed and formatted by keys outlives the power cut and arrives, every other node to the byte', async () => {
  const before = await nodesOnServer()
  const prose = 'The train waits for nobody'
  await box().getByText(prose).scrollIntoViewIfNeeded()
  const { x, y } = await endOf(box(), prose)
  await page.mouse.click(x, y)
  await page.keyboard.type(' at all', { delay: 5 })
  await page.keyboard.press('Shift+Control+ArrowLeft')
  await page.keyboard.press('Control+B')
  await untilDocumentIs(page, 'Only on this computer')
  await galley.kill()

  galley = await startGalley({ server: cms.url, dataFolder })
  page = galley.page
  await page.getByRole('navigation').getByRole('link', { name: 'Posts' }).waitFor()
  await openText()
  expect(await box().textContent()).toContain('The train waits for nobody at all')
  expect(await box().locator('strong', { hasText: 'all' }).count()).toBeGreaterThan(0)
  await saveDraft(page)

  const after = await nodesOnServer()
  const changed = after.flatMap((node, at) =>
    JSON.stringify(node) === JSON.stringify(before[at]) ? [] : [JSON.stringify(node)],
  )
  expect(after).toHaveLength(before.length)
  expect(changed).toEqual([expect.stringContaining('waits for nobody at ')])
})

test('a key that comes before the browser has told of a new selection does its work on what is selected', async () => {
  const line = box('Rich Text Line')
  await line.click()
  await page.keyboard.press('End')
  await typeInOneBurst(page, ' Then more')
  await line.evaluate((element) => {
    getSelection()?.modify('extend', 'backward', 'word')
    element.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'b',
        code: 'KeyB',
        ctrlKey: true,
        bubbles: true,
        cancelable: true,
      }),
    )
  })
  await line.locator('strong', { hasText: 'more' }).waitFor()
  expect(await line.locator('strong').allTextContents()).toEqual(['more'])
  await page.keyboard.press('Control+Z')
  await page.keyboard.press('Control+Z')
  await expect.poll(() => line.textContent()).toBe('A short line.')
  await untilDocumentIs(page, 'Saved')
})

test('looking at a text, and standing in it, is no edit', async () => {
  await box('Rich Text Localized').click()
  await box('Rich Text Line').click()
  await box().click()
  await page.keyboard.press('ArrowDown')
  expect(await documentState(page).textContent()).toBe('Saved')
})

test('DM7 undo and redo take back bursts and formats in the text, across fields, and the caret goes along', async () => {
  const line = box('Rich Text Line')
  await line.click()
  await page.keyboard.press('End')
  await typeInOneBurst(page, ' More.')
  await expect.poll(() => line.textContent()).toBe('A short line. More.')
  await box().click()
  await page.keyboard.press('Control+Home')
  // Put in at once: one step, however busy the machine is.
  await page.keyboard.insertText('Now')
  await expect.poll(() => box().textContent()).toContain('Now')
  await page.keyboard.press('Control+Z')
  await expect.poll(() => box().textContent()).not.toContain('Now')
  await page.keyboard.press('Control+Z')
  await expect.poll(() => line.textContent()).toBe('A short line.')
  await expect.poll(() => line.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+Y')
  await expect.poll(() => line.textContent()).toBe('A short line. More.')
  await expect.poll(() => beforeCaret()).toBe('A short line. More.')
  await page.keyboard.press('Control+Z')
})

test('keys make what the site offers, and nothing else', async () => {
  const line = box('Rich Text Line')
  await line.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+U')
  expect(await line.locator('[class*=underline]').count()).toBe(0)
  await page.keyboard.press('Control+I')
  expect(await line.locator('em').textContent()).toBe('A short line.')
  await page.keyboard.press('Control+Z')
  expect(await line.locator('em').count()).toBe(0)
})

test('a composition is one step, and what was composed is typed once', async () => {
  const line = box('Rich Text Line')
  await line.click()
  await page.keyboard.press('End')
  const cdp = await page.context().newCDPSession(page)
  for (const text of ['k', 'か', 'かn', '缶'])
    await cdp.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  await cdp.send('Input.insertText', { text: '缶' })
  await expect.poll(() => line.textContent()).toBe('A short line.缶')
  await page.keyboard.press('Control+Z')
  await expect.poll(() => line.textContent()).toBe('A short line.')
})
