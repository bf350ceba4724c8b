import { expect, test } from 'vitest'
import { fromHtml } from '../../../../../renderer/richtext/features/clipboard/from-html.ts'
import { offeredNodes } from '../../../../../renderer/richtext/features/clipboard/offered-nodes.ts'
import { parseInert } from '../../../../../renderer/richtext/features/clipboard/parse-inert.ts'
import { growthOf } from '../../../../support/work-ratio.ts'
import { fullEditor } from '../links/site-editors.ts'

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
])('F72 F78 the work on pasted HTML of much of %.20s … %s%s grows no faster than it', async (...given) => {
  const [start, piece, end] = given
  const pages = new Map<string, Document>()
  const read = (html: string): unknown => {
    const page = pages.get(html)
    return page && offeredNodes(fromHtml(page, newId).nodes, options)
  }
  const input = (size: number): string => {
    const html = start + piece.repeat(Math.floor(size / piece.length)) + end
    // What the parser of the page does is not measured, nor what the one here makes when it is first asked.
    pages.set(html, parseInert(html))
    read(html)
    return html
  }
  const { ratio } = await growthOf(read, input, { from: 4096, most: 16_384 })
  expect(ratio).toBeLessThanOrEqual(3)
})
