import { describe, expect, test } from 'vitest'
import { fromHtml } from '../../../../../renderer/richtext/features/clipboard/from-html.ts'
import { offeredNodes } from '../../../../../shared/fields/richText/offered-nodes.ts'
import { parseInert } from '../../../../../renderer/ui/trusted-types.ts'
import { readTable } from '../../../../../shared/fields/richText/tables.ts'
import { typeOf } from '../../../../../shared/fields/richText/nodes.ts'
import { isPlainJson } from '../../../../../shared/json.ts'
import { fullEditor } from '../links/site-editors.ts'
import { outline } from './outline.ts'

function read(html: string) {
  const { nodes, pictures } = fromHtml(parseInert(html), () => 'id')
  return {
    pictures,
    ...offeredNodes(nodes, { config: fullEditor(), newId: () => 'id', isSameServer: false }),
  }
}
const table = (html: string) => readTable(read(html).nodes.find((node) => typeOf(node) === 'table') ?? null)
const cells = (html: string) => table(html).rows.flatMap((row) => row.cells)
const indents = (html: string) =>
  read(html).nodes.map((node) => (isPlainJson(node) ? node['indent'] : undefined))

describe('F67 (part: other programs)', () => {
  test('the pictures of boxes in a check list of Google Docs are none', () => {
    const item = (state: string) =>
      `<li dir="ltr" role="checkbox" aria-checked="${state === 'checked'}" style="list-style-type:none" aria-level="1"><img src="data:image/png;base64,iVBO" width="17.6px" height="17.6px" alt="${state}" aria-roledescription="checkbox" style="margin-right:3px;" /><p dir="ltr" style="display:inline-block" role="presentation"><span>Ticket</span></p></li>`
    const { nodes, pictures } = read(
      `<ul style="padding-inline-start:28px;">${item('checked')}${item('unchecked')}</ul><p><img src="https://lh7.example/x.png" aria-roledescription="checkbox"></p>`,
    )
    expect(outline(nodes)).toEqual(['check', '  - [x] Ticket', '  - [ ] Ticket'])
    expect(pictures).toBe(1)
  })

  test.each([
    ['Google Docs, bookmarks', '<a href="#bookmark=id.8c3v1q2w4r5t"><span>the fares</span></a>', 'the fares'],
    ['Google Docs, headings', '<a href="#heading=h.gjdgxs"><span>the fares</span></a>', 'the fares'],
    [
      'Google Docs, footnotes',
      'Fare<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup>',
      'Fare<superscript>[1]</>',
    ],
    [
      'Word, footnotes',
      'Fare<a style="mso-footnote-id:ftn1" href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference>[1]</span></a>',
      'Fare[1]',
    ],
    [
      'Word, the footnote itself',
      '<a href="#_ftnref1" name="_ftn1" title="">[1]</a> Children half.',
      '[1] Children half.',
    ],
    ['Word, endnotes', 'Fare<a href="#_edn1" name="_ednref1">[i]</a>', 'Fare[i]'],
    ['Word, contents', '<a href="#_Toc158127340">Fares</a>', 'Fares'],
    [
      'LibreOffice',
      'Fare<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a>',
      'Fare<superscript>1</>',
    ],
    ['an anchor of a page', '<a href="#fares">Fares</a>', '[Fares](#fares)'],
    [
      'Google Docs, as an address',
      '<a href="https://docs.google.com/document/d/1/edit#bookmark=id.8">Fares</a>',
      '[Fares](https://docs.google.com/document/d/1/edit#bookmark=id.8)',
    ],
  ])('anchors within a document are their words: %s', (_what, html, words) => {
    expect(outline(read(`<p>${html}</p>`).nodes)).toEqual([`p: ${words}`])
    expect(read(`<p>${html}</p>`).leftOut).toEqual([])
  })

  test('widths of columns stay: of Google Docs, of Word in points, and not where some are missing', () => {
    const rows = '<tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr>'
    expect(
      table(`<table><colgroup><col width="120"><col width="301"></colgroup>${rows}</table>`).colWidths,
    ).toEqual([120, 301])
    expect(
      table(`<table><colgroup><col span=2 style="width:90pt"></colgroup>${rows}</table>`).colWidths,
    ).toEqual([120, 120])
    expect(
      table(
        '<table class=MsoTableGrid><tr><td width=301 colspan=2 style="width:225.4pt">h</td></tr><tr><td width=100 valign=top style="width:75.0pt;border:solid windowtext 1.0pt">a</td><td style="width:5.3cm">b</td></tr></table>',
      ).colWidths,
    ).toEqual([100, 200])
    for (const some of [
      '<col width="120"><col>',
      '<col width="50%"><col width="50%">',
      '<col width="0"><col width="9999999">',
    ])
      expect(table(`<table><colgroup>${some}</colgroup>${rows}</table>`).colWidths).toEqual([])
  })

  test('items of Word on the web are nested as there, without the space that ends them (F101)', () => {
    const item = (tag: 'ul' | 'ol', level: number, words: string, start = 1) =>
      `<div class="ListContainerWrapper SCXW1 BCX0"><${tag} class="BulletListStyle1" role="list"${tag === 'ol' ? ` start="${start}"` : ''}><li data-leveltext="" data-listid="1" data-aria-posinset="1" data-aria-level="${level}" role="listitem" class="OutlineElement Ltr SCXW1"><p class="Paragraph" paraid="1"><span class="TextRun"><span class="NormalTextRun">${words}</span></span><span class="EOP SCXW1" data-ccp-props="{}">&nbsp;</span></p></li></${tag}></div>`
    const html = `<div class="OutlineElement"><p class="Paragraph"><span class="TextRun">Before</span><span class="EOP">&nbsp;</span></p></div>
      ${item('ul', 1, 'one')}${item('ul', 2, 'two')}${item('ul', 3, 'three')}${item('ul', 2, 'four')}${item('ul', 1, 'five')}
      ${item('ol', 1, 'six', 1)}${item('ul', 2, 'in six')}${item('ol', 1, 'seven', 2)}`
    expect(outline(read(html).nodes)).toEqual([
      'p: Before',
      'bullet',
      '  - one',
      '  bullet',
      '    - two',
      '    bullet',
      '      - three',
      '    - four',
      '  - five',
      'number',
      '  - six',
      '  bullet',
      '    - in six',
      '  - seven',
    ])
    // Lists that stand within each other say their level, too.
    const nested = `<ul><li data-aria-level="1">a<ul><li data-aria-level="2">b</li></ul></li></ul>`
    expect(outline(read(nested).nodes)).toEqual(['bullet', '  - a', '  bullet', '    - b'])
  })

  test('words of Excel that run over empty neighbours stand in a cell of one column, with empty ones behind (F99)', () => {
    const overflowing = `<table><col width=64><col width=80><col width=90>
      <tr><td colspan=2 width=144 style='height:15.0pt;mso-ignore:colspan'>Fares of the night train</td><td>x</td></tr>
      <tr><td>a</td><td>b</td><td>c</td></tr></table>`
    expect(outline(read(overflowing).nodes)).toEqual(['| Fares of the night train |  | x |', '| a | b | c |'])
    expect(table(overflowing).colWidths).toEqual([64, 80, 90])
    // A merged cell is one.
    expect(
      outline(read('<table><tr><td colspan=2>a</td></tr><tr><td>b</td><td>c</td></tr></table>').nodes),
    ).toEqual(['| (2x1) a |', '| b | c |'])
  })

  test('colours of cells and where their words stand stay; what is no colour, and the white of a page, does not', () => {
    const found = cells(
      `<table><tr bgcolor="#EEEEEE"><td style="background:#E2EFD9;mso-background-themecolor:accent6" valign=middle>a</td><td>b</td>
       <td style="background-color:rgb(255, 242, 204);vertical-align:bottom">c</td><td bgcolor=yellow valign=top>d</td></tr>
       <tr><td style="background-color:transparent">e</td><td style="background:white">f</td><td style="background:url(https://tracker.example)">g</td>
       <td style="background:inherit">h</td></tr></table>`,
    )
    expect(found.map(({ backgroundColor, verticalAlign }) => [backgroundColor, verticalAlign])).toEqual([
      ['#e2efd9', 'middle'],
      ['#eeeeee', null],
      ['rgb(255, 242, 204)', 'bottom'],
      ['yellow', null],
      [null, null],
      [null, null],
      [null, null],
      [null, null],
    ])
  })

  test.each([
    [
      'points, as Word and Google Docs have them',
      ['margin-left:36.0pt', 'margin-left: 72pt', 'margin-left:108pt'],
      [1, 2, 3],
    ],
    [
      'centimetres and inches',
      ['margin-left:1.27cm', 'margin-left:12.7mm', 'margin-left:1in', 'margin-left:3pc'],
      [1, 1, 2, 1],
    ],
    ['all sides at once', ['margin:0cm 0cm 8.0pt 36pt', 'margin:0 36pt', 'margin:0cm'], [1, 1, 0]],
    ['as Galley writes it', ['padding-inline-start: 40px', 'padding-inline-start: 120px'], [1, 3]],
    [
      'what is none',
      [
        'margin-left:-36pt',
        'margin-left:36em',
        'margin-left:auto',
        'margin-left:9999999cm',
        'text-indent:36pt',
      ],
      [0, 0, 0, 20, 0],
    ],
  ])('indents stay: in %s', (_what, styles, levels) => {
    expect(indents(styles.map((style) => `<p style="${style}">a</p>`).join(''))).toEqual(levels)
  })

  test('from right to left an indent is at the right', () => {
    expect(
      indents('<p dir=RTL style="margin-right:36pt;margin-left:0cm">a</p><p style="margin-right:36pt">b</p>'),
    ).toEqual([1, 0])
  })
})
