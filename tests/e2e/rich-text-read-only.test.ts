import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { paragraph, rich, text, type RichNode } from '../../server/demo/seed/rich-text.ts'
import { ok, startCms, type Cms } from '../integration/support/cms.ts'
import { goTo } from './support/addresses.ts'
import { untilStill, violationsOf } from './support/axe.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { endOf, middleOf } from './support/text-on-screen.ts'
import { findId } from './support/whole-document.ts'

let cms: Cms
let galley: GalleyApp
let page: Page
let sink: string

function element(type: string, children: readonly RichNode[], more: Record<string, unknown> = {}): RichNode {
  return { type, version: 1, format: '', indent: 0, direction: null, children, ...more }
}

const cell = (words: string, headerState = 0) =>
  element('tablecell', [paragraph(words, { direction: null })], {
    headerState,
    colSpan: 1,
    rowSpan: 1,
    backgroundColor: null,
  })
const item = (words: string, value: number) => element('listitem', [text(words)], { value })

const story = rich([
  element('heading', [text('Night train')], { tag: 'h2' }),
  element('paragraph', [
    text('By '),
    element('link', [text('the operator')], {
      version: 3,
      id: '6745e1c2b9d3f2a1c4d5e6f8',
      fields: { linkType: 'custom', url: 'https://example.com/', newTab: false },
    }),
  ]),
  element('list', [item('Go', 4), item('Sleep', 5)], { listType: 'number', start: 4, tag: 'ol' }),
  element('table', [
    element('tablerow', [cell('Class', 1), cell('Fare', 1)]),
    element('tablerow', [cell('Seat'), cell('49')]),
  ]),
])

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  const { token } = await cms.login()
  sink = `/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  const body = { richText: story, richTextLocalized: rich([paragraph('Slippers')]) }
  ok(await cms.request('PATCH', `${sink}?locale=en`, { token, body }))
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'reader@example.com')
  await open()
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

async function open(): Promise<void> {
  await goTo(page, `/collections${sink}`)
  await page.getByRole('tab', { name: 'Rich text', exact: true }).click()
}

const read = (name: string) => page.getByRole('document', { name, exact: true })

test('F70 (part: texts) a text that may only be read is a document with its headings, links, lists and tables, light and dark', async () => {
  await read('Rich Text').waitFor()
  const tree = await read('Rich Text').ariaSnapshot()
  expect(tree.split('\n').map((one) => one.trim())).toEqual(
    expect.arrayContaining([
      '- document "Rich Text":',
      '- heading "Night train" [level=2]',
      '- link "the operator":',
      '- /url: https://example.com/',
      '- listitem: Go',
      '- columnheader "Fare":',
      '- cell "49":',
    ]),
  )
  expect(await page.getByRole('textbox', { name: 'Rich Text', exact: true }).count()).toBe(0)
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((chosen) => window.galley.call('app.setTheme', { theme: chosen }), theme)
    await untilStill(page)
    expect(await violationsOf(page)).toEqual([])
  }
})

test('F70 (part: sentences) in a page from right to left a sentence from left to right keeps its order', async () => {
  await page.evaluate(() => window.galley.call('app.setLanguage', { language: 'he' }))
  await page.reload()
  await page.getByRole('tab', { name: 'Rich text', exact: true }).click()
  // Galley has no words in Hebrew; the number stands in front of the word.
  const count = page.getByText('1 word', { exact: false }).first()
  await count.waitFor()
  const [number, word] = [await endOf(count, '1'), await middleOf(count, 'word')]
  expect(number.x).toBeLessThan(word.x)
})
