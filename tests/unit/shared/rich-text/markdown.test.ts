import { describe, expect, it } from 'vitest'
import { fromMarkdown } from '../../../../shared/fields/richText/from-markdown.ts'
import { listItems, listTypeOf } from '../../../../shared/fields/richText/lists.ts'
import { levelOfSpaces } from '../../../../shared/fields/richText/markdown-lines.ts'
import { childrenOf, typeOf, wordsOf } from '../../../../shared/fields/richText/nodes.ts'
import { toMarkdown } from '../../../../shared/fields/richText/show.ts'
import { isPlainJson, type Json } from '../../../../shared/json.ts'
import {
  block,
  cell,
  heading,
  link,
  list,
  listItem,
  paragraph,
  rich,
  rule,
  table,
  text,
} from './build-nodes.ts'

let count = 0
const newId = () => `id${(count += 1)}`
const read = (markdown: string): Json[] => fromMarkdown(markdown, newId)
const write = (...nodes: Json[]): string => toMarkdown(rich(...nodes), () => 'A notice')
const again = (markdown: string): string => write(...read(markdown))

const formatOf = (node: Json) => (isPlainJson(node) ? JSON.stringify(node['format']) : '')

/** A list as lines: its level, its number or mark, its words. */
const outline = (node: Json | undefined, level = 0): string[] =>
  listItems(node ?? null).flatMap(({ node: item, value, checked, nested }) =>
    nested === null ? [`${level}:${checked ?? value}:${wordsOf(item)}`] : outline(nested, level + 1),
  )

describe('lists in markdown', () => {
  it('S9.15 go in by floor(spaces / 4) levels and come out with 4 spaces for each, as `- `, `1. ` and `- [x] `', () => {
    expect(['', '   ', '    ', '       ', '        ', '\t'].map(levelOfSpaces)).toEqual([0, 0, 1, 1, 2, 1])
    const bullets = '- one\n    - two\n        - three\n    - four\n- five'
    expect(outline(read(bullets)[0])).toEqual(['0:1:one', '1:1:two', '2:1:three', '1:2:four', '0:2:five'])
    expect(again(bullets)).toBe(bullets)
    expect(again('* one\n   * two\n       * three')).toBe('- one\n- two\n    - three')
    const numbers = '3. three\n4. four\n    1. inside'
    expect(outline(read(numbers)[0])).toEqual(['0:3:three', '0:4:four', '1:1:inside'])
    expect(again(numbers)).toBe(numbers)
    const checks = '- [x] done\n- [ ] open\n    - [x] inside'
    expect(outline(read(checks)[0])).toEqual(['0:true:done', '0:false:open', '1:true:inside'])
    expect(again(checks)).toBe(checks)
  })

  it.each([
    [
      'dates',
      '1. Januar frei\n6. Januar frei\n\n1. Mai frei',
      [
        ['p', '1. Januar frei6. Januar frei'],
        ['p', '1. Mai frei'],
      ],
    ],
    ['one number again and again', '6. a\n6. b', [['p', '6. a6. b']]],
    [
      'numbers that count down',
      '- x\n2. a\n1. b',
      [
        ['bullet', 'x'],
        ['p', '2. a1. b'],
      ],
    ],
    [
      'one that counts up, within levels',
      '1. a\n    3. b\n    5. c\n2. d',
      [
        ['number', 'a'],
        ['p', '    3. b    5. c'],
        ['number', 'd'],
      ],
    ],
    [
      'one number alone',
      '# T\n6. Januar',
      [
        ['h', 'T'],
        ['number', 'Januar'],
      ],
    ],
    ['a list with empty lines', '4. a\n\n5. b', [['number', 'ab']]],
    ['a list that has 1 each time', '1. a\n1. b\n1. c', [['number', 'abc']]],
  ])('are lists only where the numbers count up by one: %s (F98)', (_what, markdown, nodes) => {
    const found = read(markdown).map((node) => [
      typeOf(node) === 'list' ? listTypeOf(node) : typeOf(node).charAt(0),
      wordsOf(node),
    ])
    expect(found).toEqual(nodes)
  })

  it('nest lists of another type, and count on behind them (F101)', () => {
    const [nested, ...others] = read('1. a\n    - b\n        1. c\n2. d')
    expect(others).toEqual([])
    expect(outline(nested)).toEqual(['0:1:a', '1:1:b', '2:1:c', '0:2:d'])
  })

  it('S4.25 (part) neighbouring lists of one type are one, of two types are two', () => {
    expect(read('- a\n- b\n1. c').map((node) => [typeOf(node), childrenOf(node).length])).toEqual([
      ['list', 2],
      ['list', 1],
    ])
  })
})

describe('a text as markdown', () => {
  it('has headings, quotes, rules, marks, links and tables', () => {
    const markdown = write(
      heading('Title', 'h2'),
      paragraph([text('Plain '), text('bold ', { format: 1 }), text('code*', { format: 16 })]),
      paragraph([
        link('the line', { linkType: 'custom', url: '/about us' }),
        text(' and '),
        link('bad', { linkType: 'custom', url: 'javascript:x' }),
      ]),
      rule,
      block('b'),
      table([
        [cell('A|B'), cell('C')],
        [cell('1'), cell('2')],
      ]),
    )
    expect(markdown).toBe(
      [
        '## Title',
        'Plain **bold** `code*`',
        '[the line](/about%20us) and [bad](about:blank)',
        '---',
        'A notice',
        '| A\\|B | C |\n| --- | --- |\n| 1 | 2 |',
      ].join('\n\n'),
    )
  })

  it('what looks like markdown and is none comes back as it was', () => {
    for (const words of [
      '1. no list',
      '- no list',
      '# no heading',
      '2 * 3 * 4',
      'a_b_c',
      '[x](y)',
      '`',
      '> x',
    ])
      expect(read(write(paragraph(words))).map(wordsOf)).toEqual([words])
  })
})

describe('a table of very many rows', () => {
  it('F78 is written as markdown as any other', () => {
    const rows: Json[] = Array.from({ length: 200_000 }, () => ({
      type: 'tablerow',
      version: 1,
      children: [],
    }))
    const written = write({ type: 'table', version: 1, children: rows })
    expect(written.split('\n')).toHaveLength(200_001)
  })
})

describe('markdown that is pasted', () => {
  it('becomes nodes with their formats', () => {
    const [title, line] = read(
      '# Title\n\nSome **bold and *both***, ~~gone~~, `x*y` and [a link](https://x.example).',
    )
    expect(title).toMatchObject({ type: 'heading', tag: 'h1' })
    expect(childrenOf(line).map((node) => [typeOf(node), wordsOf(node)])).toContainEqual(['link', 'a link'])
    const formats = childrenOf(line).map((node) =>
      typeof node === 'object' && node !== null ? [wordsOf(node), Reflect.get(node, 'format')] : [],
    )
    expect(formats).toContainEqual(['gone', 4])
    expect(formats).toContainEqual(['x*y', 16])
  })

  it.each([
    ['```js\nconst a_b = `x` * 2 * 3\n\n1. x\n```', ['const a_b = `x` * 2 * 3', '', '1. x']],
    ['~~~\n```\n~~~', ['```']],
    ['````\n```\n````', ['```']],
    ['  ```\n    a\n  b\n c\n  ```', ['  a', 'b', 'c']],
  ])('keeps code between fences as it is: %j (F101)', (markdown, lines) => {
    const nodes = read(`# Title\n${markdown}\n*behind*`)
    expect(nodes.map(typeOf)).toEqual(['heading', 'paragraph', 'paragraph'])
    const [, code, behind] = nodes
    const words = childrenOf(code).map((node) => (typeOf(node) === 'linebreak' ? '\n' : wordsOf(node)))
    expect(words.join('').split('\n')).toEqual(lines)
    const texts = childrenOf(code).filter((node) => typeOf(node) === 'text')
    expect(texts).toMatchObject(texts.map(() => ({ format: 16 })))
    expect(childrenOf(behind)).toMatchObject([{ text: 'behind', format: 2 }])
  })

  it('leaves a fence that nothing closes as it was written (F101)', () => {
    expect(read('```\n*a*\n~~~').map(wordsOf)).toEqual(['```a~~~'])
    expect(read('```').map(wordsOf)).toEqual(['```'])
  })

  it.each([
    ['card__title and card__body', ['0:card__title and card__body']],
    ['snake_case_name', ['0:snake_case_name']],
    ['été_b_ç', ['0:été_b_ç']],
    ['a __b__c', ['0:a __b__c']],
    ['a__b__ c', ['0:a__b__ c']],
    ['__b__ and _c_', ['1:b', '0: and ', '2:c']],
    ['(__card__title__)', ['0:(', '1:card__title', '0:)']],
  ])('takes an underscore within a word as it is: %s (F101)', (markdown, words) => {
    const found = childrenOf(read(markdown)[0]).map((node) => `${formatOf(node)}:${wordsOf(node)}`)
    expect(found).toEqual(words)
  })

  it.each([
    ['[words](example.com)', 'https://example.com'],
    ['[words](www.example.com/a?b)', 'https://www.example.com/a?b'],
    ['[words](me@example.com)', 'mailto:me@example.com'],
    ['[words](https://example.com/setup.md)', 'https://example.com/setup.md'],
    ['[words](/docs/setup.md)', '/docs/setup.md'],
    ['[words](#north)', '#north'],
    ['[words](docs/setup.md)', null],
    ['[words](setup.md#north)', null],
    ['[words](javascript:x)', null],
    ['[words](https://)', null],
  ])('leads where the drawer of a link would take it, else keeps its words: %s (F97)', (markdown, url) => {
    const [line] = read(`Before ${markdown} behind.`)
    expect(wordsOf(line)).toBe('Before words behind.')
    const links = childrenOf(line).filter((node) => typeOf(node) === 'link')
    expect(links).toMatchObject(url === null ? [] : [{ fields: { url } }])
  })

  it('takes over no address that may not be opened', () => {
    expect(JSON.stringify(read('[x](javascript:alert(1)) [y](javascript:x)'))).not.toContain(
      '"url":"javascript',
    )
  })

  it('a megabyte of anything is read', () => {
    for (const part of ['[', '**', '*a_', '`', '- ', '\\', '~~a', '    - x\n', '[a]('])
      expect(read(part.repeat(1_000_000 / part.length)).length).toBeGreaterThan(0)
  })

  it('lists without items are left as they were', () => {
    expect(write(list('bullet', [listItem([])]))).toBe('- ')
  })
})
