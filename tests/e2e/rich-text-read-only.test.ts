import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { paragraph, rich, text, type RichNode } from '../../server/demo/seed/rich-text.ts'
import { at, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { goTo } from './support/addresses.ts'
import { focusedName } from './support/form.ts'
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

const story = (place: number, file: number) =>
  rich([
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
    { type: 'relationship', version: 2, format: '', relationTo: 'places', value: place },
    {
      type: 'upload',
      version: 3,
      format: '',
      id: '6745e1c2b9d3f2a1c4d5e6f9',
      relationTo: 'media',
      value: file,
      fields: {},
    },
  ])

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  const { token } = await cms.login()
  sink = `/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  const [place, file] = await Promise.all(
    ['places', 'media'].map(async (slug) =>
      at(ok(await cms.request('GET', `/${slug}?limit=1`, { token })).json, 'docs', 0, 'id'),
    ),
  )
  const body = {
    richText: story(Number(place), Number(file)),
    richTextLocalized: rich([paragraph('Slippers')]),
  }
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
  const buttons = read('Rich Text').getByRole('button', { name: /^Edit / })
  await expect.poll(() => buttons.count()).toBe(2)
  await buttons.last().scrollIntoViewIfNeeded()
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((chosen) => window.galley.call('app.setTheme', { theme: chosen }), theme)
    await untilStill(page)
    expect(await violationsOf(page)).toEqual([])
  }
})

test('a document and a file in a text that may only be read are opened over the screen', async () => {
  const buttons = read('Rich Text').getByRole('button', { name: /^Edit / })
  for (const one of [0, 1]) {
    const name = (await buttons.nth(one).getAttribute('aria-label')) ?? ''
    await buttons.nth(one).click()
    const title = name.replace('Edit ', '')
    await page.getByRole('dialog', { name: title }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => focusedName(page)).toBe(name)
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
