import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fromHtml } from '../../../../../renderer/richtext/features/clipboard/from-html.ts'
import { parseInert } from '../../../../../renderer/ui/trusted-types.ts'
import { toHtml } from '../../../../../shared/fields/richText/show.ts'
import { outline } from './outline.ts'

const read = (html: string) => fromHtml(parseInert(html), () => 'id')
const shown = (html: string) => outline(read(html).nodes)
const fixture = (name: string) =>
  shown(readFileSync(join(import.meta.dirname, 'pages', `${name}.html`), 'utf8'))

describe('HTML as nodes', () => {
  test.each<[string, string, string[]]>([
    [
      'a part of a line stays one',
      'one <b>two</b> <i><u>three</u></i>',
      ['one <bold>two</> <italic underline>three</>'],
    ],
    ['a paragraph', '<p>one</p>', ['p: one']],
    ['words beside paragraphs', 'one<p>two</p>three', ['p: one', 'p: two', 'p: three']],
    ['headings, not bold by themselves', '<h1><b>one</b></h1><h6>six</h6>', ['h1: one', 'h6: six']],
    [
      'quotes as one',
      '<blockquote><p>one</p><p>two</p><ul><li>x</li></ul></blockquote>',
      ['quote: one⏎two', 'bullet', '  - x'],
    ],
    ['a rule', 'a<hr>b', ['p: a', 'horizontalrule', 'p: b']],
    [
      'spaces as a page shows them',
      '<p>\n  one \n two <b> three</b>  <br> four </p>',
      ['p: one two <bold>three</>⏎four'],
    ],
    ['no empty lines', '<p>one</p><p>&nbsp;</p><p><br></p><div></div><p>two</p>', ['p: one', 'p: two']],
    ['lines of code', '<pre>if (a)\n  <b>b</b>\n</pre>', ['p: <code>if (a)</>⏎<code>  </><bold code>b</>']],
    [
      'boxes in boxes',
      '<div><div>one</div>two<section><p>three</p></section></div>',
      ['p: one', 'p: two', 'p: three'],
    ],
    [
      'how it stands',
      '<p align="center">one</p><p style="text-align: right">two</p><p style="text-align:left">three</p>',
      ['p center: one', 'p right: two', 'p: three'],
    ],
    [
      'left where lines begin at the right',
      '<p dir="rtl" style="text-align:left">שלום</p><div dir="rtl"><p align="left">one</p></div><p dir="rtl">two</p>',
      ['p left: שלום', 'p left: one', 'p: two'],
    ],
    [
      'formats by style',
      '<span style="font-weight:700">a</span><span style="font-style:italic">b</span><b style="font-weight:normal">c</b><span style="text-decoration: underline line-through">d</span><span style="vertical-align:super">e</span>',
      ['<bold>a</><italic>b</>c<strikethrough underline>d</><superscript>e</>'],
    ],
    [
      'all formats by tag',
      '<s>a</s><del>b</del><sub>c</sub><sup>d</sup><code>e</code><kbd>f</kbd><strong>g</strong><em>h</em>',
      ['<strikethrough>ab</><subscript>c</><superscript>d</><code>ef</><bold>g</><italic>h</>'],
    ],
    [
      'links',
      '<a href="https://example.com" target=_blank><b>one</b> two</a> <a href="/about">three</a> <a name=x>four</a>',
      ['[<bold>one</> two](https://example.com) [three](/about) four'],
    ],
    [
      'a link around paragraphs',
      '<a href="https://example.com"><p>one</p><p>two</p></a>',
      ['p: [one](https://example.com)', 'p: [two](https://example.com)'],
    ],
    [
      'lists in lists, however they are put',
      '<ul><li>one<ul><li>two</li></ul></li><ul><li>three</li></ul></ul><ol start=3><li>four</li></ol>',
      ['bullet', '  - one', '  bullet', '    - two', '    - three', 'number from 3', '  - four'],
    ],
    [
      'numbers that do not begin with one',
      '<ol start=0><li>a</li></ol><p>x</p><ol start="-3"><li>b</li></ol>',
      ['number from 0', '  - a', 'p: x', 'number', '  - b'],
    ],
    ['items with paragraphs', '<ul><li><p>one</p><p>two</p></li></ul>', ['bullet', '  - one⏎two']],
    [
      'boxes to check',
      '<ul><li><input type=checkbox checked> one</li><li><input type=checkbox> two</li></ul>',
      ['check', '  - [x] one', '  - [ ] two'],
    ],
    [
      'a table with heads',
      '<table><caption>Fares</caption><thead><tr><th>a<th>b</thead><tr><th>c<td>d<br>e</table>',
      ['p: Fares', '| ^a | ^b |', '| <c | d⏎e |'],
    ],
    [
      'a table that is not complete',
      '<table><tr><td rowspan=2>a<td colspan=2>b<tr><td>c<tr></table>',
      ['| (1x2) a | (2x1) b |', '| c |  |', '|  |  |  |'],
    ],
    ['a table for layout', '<table><tr><td><p>one</p><p>two</p></table>', ['p: one', 'p: two']],
    ['a table in a table', '<table><tr><td>a<td><table><tr><td>b<td>c</table></table>', ['| a | b⇥c |']],
    ['no pictures', '<p>one<img src="data:image/png;base64,AAAA">two</p>', ['p: onetwo']],
    [
      'what is hidden is not there',
      '<p>one<span style="display:none">x</span><span hidden>y</span></p>',
      ['p: one'],
    ],
    [
      'hidden items and lists are not there',
      '<ul><li>a<li hidden>b<ul style="display:none"><li>c</ul></ul><ul hidden><li>d</ul>',
      ['bullet', '  - a'],
    ],
    [
      'hidden captions, rows and cells are not there',
      '<table><caption hidden>a</caption><tr><td>b<td hidden>c<td>d<tr style="display:none"><td>e<tbody hidden><tr><td>f</table>',
      ['| b | d |'],
    ],
    [
      'a cell that is not seen keeps its place',
      '<table><tr><th style="visibility:hidden">a<th>b<tr><td>c<td>d</table>',
      ['| ^ | ^b |', '| c | d |'],
    ],
    [
      'nor is it where only the words are read',
      `${'<div>'.repeat(160)}a<script>b()</script><span hidden>c</span>`,
      ['p: a'],
    ],
  ])('%s', (_what, html, lines) => {
    expect(shown(html)).toEqual(lines)
  })

  test('what is hidden is not there in items that are too deep', () => {
    const found = shown(`${'<ul><li>'.repeat(160)}seen<script>run()</script><span hidden>hidden</span>`)
    expect(found.at(-1)).toMatch(/- seen$/)
  })

  test('pictures are counted', () => {
    expect(read('<img src=x><p><img src=y></p>').pictures).toBe(2)
    // A page counts its readers by pictures that nobody sees.
    expect(read('<p>one</p><img src=x hidden>').pictures).toBe(0)
  })

  test('what Galley writes for other programs it reads again', () => {
    const html =
      '<h2>one</h2><p>two <strong>three</strong></p><ol><li value="1">four</li><li value="2"><ol><li value="1">five</li></ol></li></ol><blockquote>six</blockquote><hr>'
    const { nodes } = read(html)
    const written = toHtml({ root: { children: nodes } }, () => '')
    expect(outline(read(written).nodes)).toEqual(outline(nodes))
  })
})

describe('documents of other programs', () => {
  test('Word', () => {
    expect(fixture('word')).toEqual([
      'h1: Night train to the north',
      'h2: Before you go',
      'p: Book a <bold>berth</> in the <italic>couchette</> car. See [the operator](https://example.com/berths).',
      'bullet',
      '  - Passport',
      '  - Warm clothes',
      '  bullet',
      '    - Gloves',
      'number',
      '  - First, the ferry',
      '  - Then, the train',
      '| <bold>Class</> | <bold>Fare</> |',
      '| Seat | 49 € |',
      'p center: The end.',
    ])
  })

  test('Google Docs', () => {
    expect(fixture('google-docs')).toEqual([
      'h1: Night train',
      'p: A <bold>berth</> and a <italic>window</>, <strikethrough>not</> a seat. [More](https://example.com/more)',
      'bullet',
      '  - Passport',
      '  bullet',
      '    - and a copy',
      'check',
      '  - [x] Ticket',
      '  - [ ] Bed linen',
      '| Class | Fare |',
      '| Seat | 49 € |',
    ])
  })

  test('a page of the web', () => {
    expect(fixture('web')).toEqual([
      'h2: The night train',
      'p: By Ada — it leaves at 21:04 from platform <bold>7</>.',
      'quote: I slept.⏎— a passenger',
      'number',
      '  - Go',
      '  - Sleep',
      'p: [Read more](https://example.com/more)',
    ])
  })
})
