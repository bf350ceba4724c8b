import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeAddress } from '../../../../shared/fields/richText/links.ts'
import { listItems, listStart, listTypeOf, wholeNumber } from '../../../../shared/fields/richText/lists.ts'
import { showNodes, toHtml } from '../../../../shared/fields/richText/show.ts'
import { readTable } from '../../../../shared/fields/richText/tables.ts'
import {
  block,
  cell,
  element,
  heading,
  link,
  list,
  listItem,
  paragraph,
  rich,
  table,
  text,
  upload,
} from './build-nodes.ts'
import { nodes } from './random-text.ts'
import { tries } from '../../../support/tries.ts'

const words = () => 'Words <of> it'

describe('addresses of links', () => {
  it.each([
    ['https://www.sj.se/en', 'https://www.sj.se/en'],
    ['HTTP://example.com', 'HTTP://example.com'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['tel:+46-8-1', 'tel:+46-8-1'],
    ['sms:+4681', 'sms:+4681'],
    ['javascript:alert(1)', 'about:blank'],
    [' java\nscript:alert(1)', 'about:blank'],
    ['\u0001javascript:alert(1)', 'about:blank'],
    ['data:text/html,x', 'about:blank'],
    ['file:///etc/passwd', 'about:blank'],
    ['ftp://example.com', 'about:blank'],
    ['vbscript:x', 'about:blank'],
    ['not an address', 'https://'],
    ['', 'https://'],
    ['https://', 'https://'],
    ['//evil.example', 'https://'],
    // Browsers read `\\` as `/`, and ignore tabs and line ends.
    ['/\\evil.example', 'https://'],
    ['\\\\evil.example', 'https://'],
    ['\\/evil.example', 'https://'],
    ['/\t/evil.example', 'https://'],
    [' /\n\\evil.example', 'https://'],
  ])('S5.25 %j is shown and opened as %j', (url, shown) => {
    expect(safeAddress(url)).toBe(shown)
  })

  it('T1 what passes as an address of the site stays on the site, as a browser reads it', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '#',
      '?',
      '\t',
      '\n',
      ' ',
      ':',
      '@',
      'evil.example',
      'https',
    )
    const page = 'https://site.example/folder/page'
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const shown = safeAddress(parts.join(''))
        if (/^[a-z][a-z\d+.-]*:/i.test(shown)) return
        expect(new URL(shown, page).origin).toBe('https://site.example')
      }),
      tries(5000),
    )
  })

  it.each(['/about', '/about?x=1#y', '#north', '?page=2', '../up'])(
    '%j, on the site itself, stays',
    (url) => {
      expect(safeAddress(url)).toBe(url)
    },
  )

  it('S5.25 (part) what is stored stays as it was', () => {
    const node = link('x', { linkType: 'custom', url: 'javascript:alert(1)', newTab: true })
    const before = structuredClone(node)
    expect(showNodes([node])).toMatchObject([{ kind: 'link', href: 'about:blank', newTab: true }])
    expect(node).toEqual(before)
  })

  it('a link to a document names it, and opens nothing by itself', () => {
    const node = link('x', { linkType: 'internal', doc: { relationTo: 'posts', value: 7 }, newTab: false })
    expect(showNodes([node])).toMatchObject([{ href: null, document: { slug: 'posts', id: '7' } }])
  })
})

describe('lists', () => {
  it('S3.32 a list is one of number, bullet and check, and begins at a whole number, 1 if it does not say', () => {
    const types = ['number', 'bullet', 'check', 'roman', null].map((listType) =>
      listTypeOf({ type: 'list', listType }),
    )
    expect(types).toEqual(['number', 'bullet', 'check', 'bullet', 'bullet'])
    const starts = [3, 0, -2, 1.5, '4', null].map((start) => listStart({ type: 'list', start }))
    expect(starts).toEqual([3, 0, -2, 1, 1, 1])
    expect(listStart({ type: 'list' })).toBe(1)
  })

  it('S3.33 items count from the start, those that only nest a list do not; checked is said in check lists only', () => {
    const inner = list('bullet', [listItem([text('a')])])
    const items = [
      listItem([text('x')], 9, { checked: true }),
      listItem([inner], 9),
      listItem([text('y')], 9),
    ]
    expect(listItems(list('number', items, 3)).map(({ value, checked }) => [value, checked])).toEqual([
      [3, undefined],
      [4, undefined],
      [4, undefined],
    ])
    expect(listItems(list('check', items)).map(({ checked }) => checked)).toEqual([true, undefined, false])
  })

  it('S5.24 (part) an index or an indent is a whole number from zero on: none below, fractions cut', () => {
    expect([2, 2.9, 0, -1, -0.5, null, '3', undefined].map(wholeNumber)).toEqual([2, 2, 0, 0, 0, 0, 0, 0])
    expect(showNodes([paragraph('x', { indent: -3 }), paragraph('x', { indent: 1.7 })])).toMatchObject([
      { indent: 0 },
      { indent: 1 },
    ])
  })
})

describe('tables', () => {
  it('S3.35 a table may say widths of columns, striping, and how many rows and columns stay in sight', () => {
    const said = { colWidths: [140, 0], rowStriping: true, frozenColumnCount: 1, frozenRowCount: 2 }
    expect(readTable(table([], said))).toMatchObject({ ...said, colWidths: [140, 75] })
    expect(readTable(table([]))).toMatchObject({
      colWidths: [],
      rowStriping: false,
      frozenColumnCount: 0,
      frozenRowCount: 0,
    })
  })

  it('S3.36 rows may have a height; cells have headers as bits, spans of 1, and are aligned middle, bottom or not', () => {
    const cells = [0, 1, 2, 3].map((headerState) => cell('x', { headerState }))
    const [row] = readTable(table([cells])).rows
    expect(row?.cells.map(({ isRowHeader, isColumnHeader }) => [isRowHeader, isColumnHeader])).toEqual([
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ])
    const odd = element(
      'tablerow',
      [element('tablecell', [], { colSpan: 0, rowSpan: 'x', verticalAlign: 'top' })],
      {
        height: 40,
      },
    )
    expect(readTable(element('table', [odd])).rows).toMatchObject([
      {
        height: 40,
        cells: [{ colSpan: 1, rowSpan: 1, width: null, verticalAlign: null, backgroundColor: null }],
      },
    ])
    const aligned = ['middle', 'bottom', 'baseline'].map(
      (verticalAlign) =>
        readTable(table([[cell('x', { verticalAlign, width: 90, backgroundColor: '#fff4dc' })]])).rows[0]
          ?.cells[0],
    )
    expect(aligned.map((one) => one?.verticalAlign)).toEqual(['middle', 'bottom', null])
    expect(aligned[0]).toMatchObject({ width: 90, backgroundColor: '#fff4dc' })
  })

  it('S9.17 in HTML a cell without a width is 75 pixels wide, and at the top', () => {
    const html = toHtml(rich(table([[cell('a'), cell('b', { width: 140, verticalAlign: 'bottom' })]])), words)
    expect(html).toContain(
      '<td style="border: 1px solid black; width: 75px; vertical-align: top; text-align: start">',
    )
    expect(html).toContain('width: 140px; vertical-align: bottom')
  })

  it('a colour that would end the style or fetch is none', () => {
    const colours = ['red; position: fixed', 'url(https://x)', 'rgb(1,2,3)', 'var(--x)', 'rgba(0 0 0 / 50%)']
    const read = colours.map(
      (backgroundColor) =>
        readTable(table([[cell('x', { backgroundColor })]])).rows[0]?.cells[0]?.backgroundColor,
    )
    expect(read).toEqual([null, null, 'rgb(1,2,3)', null, 'rgba(0 0 0 / 50%)'])
  })
})

describe('a text as HTML', () => {
  it('has its formats, looks, links and lists', () => {
    const value = rich(
      heading('Title', 'h3'),
      paragraph([text('Plain '), text('both', { format: 3 }), { type: 'linebreak', version: 1 }], {
        format: 'center',
      }),
      list('number', [listItem([text('a')]), listItem([text('b')])], 3),
      paragraph([link('out', { linkType: 'custom', url: 'https://x.example/?a=1&b="2"', newTab: true })]),
      block('b'),
      upload('u'),
    )
    expect(toHtml(value, words)).toBe(
      '<h3>Title</h3>' +
        '<p style="text-align: center">Plain <strong><em>both</em></strong><br></p>' +
        '<ol start="3"><li value="3">a</li><li value="4">b</li></ol>' +
        '<p><a href="https://x.example/?a=1&amp;b=&quot;2&quot;" target="_blank" rel="noopener noreferrer">out</a></p>' +
        '<p>Words &lt;of&gt; it</p><p>Words &lt;of&gt; it</p>',
    )
  })

  it('hostile text, addresses and properties make no element, attribute or script', () => {
    const nasty = '"><script>alert(1)</script><img onerror="x" src=\'y\'>'
    const value = rich(
      paragraph([text(nasty), link(nasty, { linkType: 'custom', url: `javascript:${nasty}` })], {
        format: nasty,
        direction: nasty,
      }),
      paragraph([link('x', { linkType: 'custom', url: `https://x/${nasty}` })]),
      element('heading', [text(nasty)], { tag: `h2 ${nasty}` }),
      list('number', [listItem([text(nasty)], 1, { value: nasty })]),
      table([[cell(nasty, { backgroundColor: nasty, width: nasty, colSpan: nasty })]]),
      { type: nasty, text: nasty },
    )
    const html = toHtml(value, () => nasty)
    expect(html).not.toMatch(/<(script|img)/)
    expect(html).not.toContain('javascript:')
    // Quoted text is only a value.
    expect(html.replaceAll(/"[^"]*"/g, '').match(/<[a-z]+[^>]*\son/g)).toBeNull()
  })

  it('any text can be shown', () => {
    fc.assert(
      fc.property(nodes, (all) => {
        expect(toHtml(rich(...all), words)).toEqual(expect.any(String))
      }),
    )
    expect(toHtml('a plain string', words)).toBe('')
    let deep = paragraph('x')
    for (let level = 0; level < 5_000; level += 1) deep = element('quote', [deep])
    expect(toHtml(rich(deep), words)).toContain('<blockquote>')
  })
})
