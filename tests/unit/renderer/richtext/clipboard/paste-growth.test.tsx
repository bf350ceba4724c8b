import { afterAll, expect, test } from 'vitest'
import { parseInert } from '../../../../../renderer/ui/trusted-types.ts'
import {
  importCounted,
  MOST_GROWTH,
  stepGrowth,
  stepRatio,
  stopCounting,
} from '../../../../support/step-count.ts'
import { fullEditor } from '../links/site-editors.ts'

const { fromHtml, offeredNodes } = await importCounted(async () => ({
  ...(await import('../../../../../renderer/richtext/features/clipboard/from-html.ts')),
  ...(await import('../../../../../shared/fields/richText/offered-nodes.ts')),
}))
afterAll(stopCounting)

const newId = (): string => 'n'
const options = { config: fullEditor(), newId, isSameServer: false }

/** Elements inside of each other, at most: what is deeper Chromium puts beside what it would be in. */
const DEEPEST = 512

test.each([
  ['', '<p>a</p>', ''],
  ['', 'a<br>', ''],
  ['', '<b>a</b>', ''],
  ['', '<b>a</b> ', ''],
  ['<ul>', '<li>a', ''],
  ['<ul>', '<ul>a</ul>', ''],
  ['<ol>', '<li>a<ol><li>b</ol>', ''],
  ['<table>', '<tr><td>a', ''],
  ['<table><tr>', '<td>a', ''],
  ['<table><tr><td rowspan=9 colspan=9>', '<tr><td rowspan=9>a', ''],
  ['', '<a href="https://a.example">b</a>', ''],
  ['', '<a href="https://a.example"><p>b</p></a>', ''],
  ['<p style="', 'a:b;', '">a</p>'],
  ['<pre>', 'a\n', ''],
  ['', '&nbsp; ', ''],
  ['', '<img src=a>', ''],
  ...['<b>', '<ul><li>', '<table><td>'].flatMap((opened) => {
    const deep = opened.repeat(DEEPEST / opened.split('<').length)
    return [[deep, 'a<br>', ''] as const, [deep, '<p>a</p>', ''] as const]
  }),
  ['', '<h1>a</h1><hr>', ''],
  ['<table>', '<tr><td style="background:#eee;width:9pt" valign=middle>a', ''],
  ['<table><colgroup>', '<col span=9 width=9>', '</colgroup><tr><td>a<td>b'],
  ['', '<img data-lexical-upload-id=7 data-lexical-upload-relation-to=media>', ''],
  ['<p style="margin:', '0 ', '">a</p>'],
])('F72 F78 the work on pasted HTML of much of %.20s … %s%s grows no faster than it', async (...given) => {
  const [start, piece, end] = given
  const ratio = await growth((size) => start + piece.repeat(Math.floor(size / piece.length)) + end)
  expect(ratio).toBeLessThanOrEqual(MOST_GROWTH)
})

test.each([
  [
    'rows with many cells',
    (half: number) => `<table><tr style="${'a:b;'.repeat(half / 4)}">${'<td>a'.repeat(half / 5)}`,
  ],
  [
    'paragraphs with many rules',
    (half: number) => `<p style="margin:${'0 '.repeat(half / 2)}">${'a<hr>'.repeat(half / 5)}`,
  ],
])('F72 (part) the work on %s grows no faster than they and their style', async (_what, html) => {
  expect(await growth((size) => html(size / 2))).toBeLessThanOrEqual(MOST_GROWTH)
})

test('F72 (part) a column that stands for many is no more work than one', async () => {
  const read = (span: number): (() => unknown) => {
    const col = `<col span=${span} style="${'a:b;'.repeat(4096)}width:9px">`
    const page = parseInert(`<table>${col}<tr>${'<td>a'.repeat(200)}</table>`)
    return () => fromHtml(page, newId)
  }
  expect(await stepRatio(read(1), read(200))).toBeLessThanOrEqual(3)
})

/** Returns by how much the work of reading grows when the page has twice the size. */
async function growth(htmlOf: (size: number) => string): Promise<number> {
  const pages = new Map<string, Document>()
  const read = (html: string): unknown => {
    const page = pages.get(html)
    return page && offeredNodes(fromHtml(page, newId).nodes, options)
  }
  const input = (size: number): string => {
    const html = htmlOf(size)
    // The work of the page's parser is not counted, nor what jsdom makes when it is first asked.
    pages.set(html, parseInert(html))
    read(html)
    return html
  }
  return (await stepGrowth(read, input, { from: 2048, most: 8192 })).ratio
}
