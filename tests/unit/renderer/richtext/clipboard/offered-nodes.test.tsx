import { describe, expect, test } from 'vitest'
import { dataField } from '../../../../../shared/cms/fields.ts'
import { childrenOf } from '../../../../../shared/fields/richText/nodes.ts'
import { editorFeatures } from '../../../../../renderer/richtext/features/registry.ts'
import { fromHtml } from '../../../../../renderer/richtext/features/clipboard/from-html.ts'
import { isKnownType } from '../../../../../shared/fields/richText/node-types/registry.ts'
import { offeredNodes } from '../../../../../shared/fields/richText/offered-nodes.ts'
import { parseInert } from '../../../../../renderer/ui/trusted-types.ts'
import type { Field, RichTextEditor } from '../../../../../shared/cms/schema-model.ts'
import type { Json, JsonObject } from '../../../../../shared/json.ts'
import { array, json } from '../../../shared/build-fields.ts'
import { autolink, link, paragraph, textNode } from '../links/nodes.ts'
import { demoSchema, fullEditor, lineEditor } from '../links/site-editors.ts'
import { outline } from './outline.ts'

let ids = 0
const newId = () => `new-${(ids += 1)}`
const offer = (nodes: readonly Json[], config: RichTextEditor = fullEditor(), isSameServer = true) =>
  offeredNodes(nodes, { config, newId, isSameServer })
const html = (text: string, config?: RichTextEditor) =>
  outline(offer(fromHtml(parseInert(text), newId).nodes, config).nodes)
const without = (...names: string[]): RichTextEditor => {
  const config = fullEditor()
  return { ...config, features: config.features.filter((one) => !names.includes(one)) }
}

describe('what an editor offers', () => {
  test('headings are of its sizes: the next smaller one, else the next larger', () => {
    const all = '<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>'
    expect(html(all)).toEqual(['h2: 1', 'h2: 2', 'h3: 3', 'h4: 4', 'h4: 5', 'h4: 6'])
    expect(html(all, lineEditor())).toEqual(['p: 1', 'p: 2', 'p: 3', 'p: 4', 'p: 5', 'p: 6'])
  })

  test.each<[string, string, RichTextEditor, string[]]>([
    ['formats', '<b>a</b><u>b</u><code>c</code>', lineEditor(), ['<bold>a</>bc']],
    ['a format that no editor offers', '<mark>a</mark>', fullEditor(), ['a']],
    ['quotes', '<blockquote>a<br>b</blockquote>', lineEditor(), ['p: a⏎b']],
    ['rules', 'a<hr>b', lineEditor(), ['p: a', 'p: b']],
    ['lists', '<ol><li>a<ul><li>b</ul><li>c</ol>', lineEditor(), ['p: a', 'p: b', 'p: c']],
    ['lists of one kind', '<ol><li>a</ol>', without('orderedList'), ['bullet', '  - a']],
    ['checks', '<ul><li><input type=checkbox checked>a</ul>', without('checklist'), ['bullet', '  - a']],
    [
      'tables',
      '<table><tr><th>a<th>b<tr><td><p>c</p><p>d</p><td>e</table>',
      lineEditor(),
      ['p: a⇥b', 'p: cd⇥e'],
    ],
    ['how things stand', '<p align=center>a</p>', without('align'), ['p: a']],
    ['links', '<a href="https://example.com">a</a>', { ...lineEditor(), link: null }, ['a']],
  ])('what it does not have comes down to what it has: %s', (_what, text, config, lines) => {
    expect(html(text, config)).toEqual(lines)
  })

  test('F69 (part: tables) uploads and blocks in cells stay in them, behind the words where there are no tables, and are named where they may not be', () => {
    const upload = { type: 'upload', version: 3, id: 'u', relationTo: 'media', value: 7, fields: {} }
    const notice = { type: 'block', version: 2, fields: { id: 'b', blockType: 'notice' } }
    const odd = { type: 'block', version: 2, fields: { id: 'o', blockType: 'oddOne' } }
    const cell = (...children: Json[]): JsonObject => ({ type: 'tablecell', children })
    const table = (...cells: Json[]): JsonObject => ({
      type: 'table',
      children: [{ type: 'tablerow', children: cells }],
    })
    const words = paragraph(textNode('a'))
    const given = table(cell(words, upload), cell(notice, odd))
    const inTable = offer([given])
    expect(outline(inTable.nodes)).toEqual(['| a / upload | block notice |'])
    expect(inTable.leftOut).toEqual([{ kind: 'block', name: 'oddOne' }])
    const flat = offer([given], without('experimental_table'))
    expect(outline(flat.nodes)).toEqual(['p: a⇥', 'upload', 'block notice'])
    expect(flat.leftOut).toEqual([{ kind: 'block', name: 'oddOne' }])
    const refused = offer([given], lineEditor())
    expect(outline(refused.nodes)).toEqual(['p: a⇥'])
    expect(refused.leftOut.map(({ name }) => name)).toEqual(['media', 'notice', 'oddOne'])
    // A table in a cell comes down to its words, and what stands in it by itself stays in the cell.
    expect(outline(offer([table(cell(given), cell(words))]).nodes)).toEqual([
      '| a⇥ / upload / block notice | a |',
    ])
  })

  test('F69 (part: tables, sisters) what stands by itself in an item or a line is put behind it or named, and its words stay', () => {
    const upload = { type: 'upload', version: 3, id: 'u', relationTo: 'media', value: 7, fields: {} }
    const item = { type: 'listitem', children: [textNode('a'), upload, paragraph(textNode('b'))] }
    const list = { type: 'list', listType: 'bullet', children: [item] }
    const inList = offer([list])
    expect(outline(inList.nodes)).toEqual(['bullet', '  - a⏎b', 'upload'])
    expect(inList.leftOut).toEqual([])
    const inLine = offer([{ type: 'heading', tag: 'h2', children: [textNode('a'), upload] }])
    expect(outline(inLine.nodes)).toEqual(['h2: a'])
    expect(inLine.leftOut).toEqual([{ kind: 'upload', name: 'media' }])
  })

  test('links to documents lead where the site lets links lead', () => {
    const to = (slug: string) =>
      paragraph(link({ linkType: 'internal', doc: { relationTo: slug, value: 7 } }, textNode('a')))
    const kept = (slug: string, config?: RichTextEditor, isSame?: boolean) =>
      JSON.stringify(offer([to(slug)], config, isSame).nodes).includes('"type":"link"')
    expect([kept('posts'), kept('places'), kept('authors')]).toEqual([true, true, false])
    expect(kept('places', lineEditor())).toBe(false)
    expect(kept('posts', fullEditor(), false)).toBe(false)
  })

  test('addresses that nobody may open do not get in, whoever offers them', () => {
    const nodes = ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd'].map((url) =>
      paragraph(link({ linkType: 'custom', url }, textNode('a'))),
    )
    expect(outline(offer(nodes).nodes)).toEqual(['p: a', 'p: a', 'p: a', 'p: a'])
    expect(
      outline(offer([paragraph(link({ linkType: 'custom', url: 'page' }, textNode('a')))]).nodes),
    ).toEqual(['p: [a](page)'])
  })

  test('F65 (part) autolinks are links where the site has none', () => {
    const config = fullEditor()
    const { link: offered } = config
    if (offered === null) throw new Error('no links')
    const given = [paragraph(autolink('https://example.com'))]
    const [none] = offer(given, { ...config, link: { ...offered, keepsAutoLinks: false } }).nodes
    expect(none).toMatchObject({ children: [{ type: 'link', version: 3, id: expect.any(String) }] })
    const [kept] = offer(given, { ...config, link: { ...offered, autoLinks: false } }).nodes
    expect(kept).toMatchObject({ children: [{ type: 'autolink' }] })
  })

  test('states of text that the site has stay, others go', () => {
    const state = (value: JsonObject) => paragraph({ ...textNode('a'), $: value })
    const [known] = fullEditor().textStates
    const value = known?.values[0]?.value ?? ''
    expect(offer([state({ [known?.key ?? '']: value })]).nodes).toMatchObject([
      { children: [{ $: { [known?.key ?? '']: value } }] },
    ])
    expect(JSON.stringify(offer([state({ odd: 'x', [known?.key ?? '']: 'odd' })]).nodes)).not.toContain('$')
  })

  test('styles do not get in', () => {
    const styled = paragraph({ ...textNode('a'), style: 'background: url(https://tracker.example/x)' })
    expect(JSON.stringify(offer([{ ...styled, textStyle: 'color: red' }]).nodes)).not.toMatch(/tracker|red/)
  })
})

const notice = (fields: JsonObject = {}): JsonObject => ({
  type: 'block',
  version: 2,
  format: '',
  fields: { id: 'old', blockName: '', blockType: 'notice', ...fields },
})

describe('nodes with data of their own', () => {
  const upload = (fields: JsonObject): JsonObject => ({
    type: 'upload',
    version: 3,
    id: 'old',
    relationTo: 'media',
    value: 5,
    fields,
  })

  test('of this server blocks, links and uploads keep their ids, all the way down', () => {
    const inside = {
      root: { type: 'root', children: [paragraph(link({ url: 'https://a.com' }, textNode('a')))] },
    }
    const nodes = [
      notice({ text: inside }),
      upload({ caption: inside }),
      paragraph(link({ url: 'https://a.com' }, textNode('b'))),
    ]
    expect(offer(nodes).nodes).toMatchObject([
      { type: 'block', version: 2, fields: { blockType: 'notice', id: 'old', text: inside } },
      { type: 'upload', version: 3, id: 'old', value: 5, fields: { caption: inside } },
      { children: [{ type: 'link', id: '6650f1c2a1b2c3d4e5f60718' }] },
    ])
  })

  test('of another server they are others, without the documents and texts that are not offered in them', () => {
    const config = fullEditor()
    const { link: site } = config
    if (site === null) throw new Error('no links')
    const posts = demoSchema().collections.find(({ slug }) => slug === 'posts')?.fields ?? []
    const fieldOf = (name: string): Field => {
      const found = dataField(posts, name)
      if (found === null || found.type === 'nested') throw new Error(`no ${name}`)
      return found
    }
    const fields = [fieldOf('category'), fieldOf('body')]
    const [block, ...others] = config.blocks
    if (block === undefined) throw new Error('no block')
    const inside = {
      root: {
        type: 'root',
        children: [
          paragraph(
            textNode('a'),
            link({ linkType: 'internal', doc: { relationTo: 'posts', value: 7 } }, textNode('b')),
            link({ linkType: 'custom', url: 'javascript:alert(1)' }, textNode('c')),
          ),
          upload({}),
        ],
      },
    }
    const { nodes, leftOut } = offer(
      [
        notice({
          blockType: block.slug,
          category: 'secret-1',
          body: inside,
          odd: { deep: [{ relationTo: 'posts', value: 'secret-2' }, 1] },
        }),
        paragraph(
          link({ linkType: 'custom', url: 'https://a.com', category: 'secret-3', odd: 1 }, textNode('d')),
        ),
      ],
      {
        ...config,
        blocks: [{ ...block, fields }, ...others],
        link: { ...site, fields: [...site.fields, fieldOf('category')] },
      },
      false,
    )
    expect(JSON.stringify(nodes)).not.toMatch(/secret|javascript|"value":5|"id":"(old|6650)/)
    expect(nodes).toMatchObject([
      {
        fields: {
          blockType: block.slug,
          id: expect.any(String),
          body: { root: { children: [{ children: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] }] } },
          odd: { deep: [1] },
        },
      },
      { children: [{ type: 'link', fields: { url: 'https://a.com', odd: 1 } }] },
    ])
    // The link in the block, too.
    expect(leftOut.map(({ name }) => name)).toEqual(['categories', 'posts', 'media', 'posts', 'categories'])
  })

  test('T1 of another server the JSON that somebody typed is taken over to the letter, whatever it looks like', () => {
    const config = fullEditor()
    const [block, ...others] = config.blocks
    if (block === undefined) throw new Error('no block')
    const typed = {
      source: { relationTo: 'posts', value: 7 },
      list: [{ relationTo: 'media', value: 'x' }, 1, null],
    }
    const fields = [json('settings'), array('rows', [json('settings')])]
    const { nodes, leftOut } = offer(
      [notice({ blockType: block.slug, settings: typed, rows: [{ id: 'r1', settings: typed }] })],
      { ...config, blocks: [{ ...block, fields }, ...others] },
      false,
    )
    expect(nodes).toMatchObject([{ fields: { settings: typed, rows: [{ settings: typed }] } }])
    expect(leftOut).toEqual([])
  })

  test('what the text does not have stays out, and is named', () => {
    const nodes = [
      paragraph(textNode('a'), { type: 'inlineBlock', version: 1, fields: { blockType: 'fare' } }),
      notice(),
      { type: 'upload', version: 3, relationTo: 'media', value: 5, fields: {} },
      { type: 'relationship', version: 2, relationTo: 'posts', value: 5 },
    ]
    const { nodes: taken, leftOut } = offer(nodes, lineEditor())
    expect(outline(taken)).toEqual(['p: a'])
    expect(leftOut).toEqual([
      { kind: 'inlineBlock', name: 'fare' },
      { kind: 'block', name: 'notice' },
      { kind: 'upload', name: 'media' },
      { kind: 'relationship', name: 'posts' },
    ])
  })

  test('documents of another server stay out', () => {
    const { nodes, leftOut } = offer(
      [{ type: 'relationship', version: 2, relationTo: 'posts', value: 5 }],
      fullEditor(),
      false,
    )
    expect([nodes, leftOut]).toEqual([[], [{ kind: 'relationship', name: 'posts' }]])
  })

  test('S6.05 (part) S6.06 (part) documents of collections that may not be chosen stay out', () => {
    const { leftOut } = offer([
      { type: 'relationship', version: 2, relationTo: 'media', value: 5 },
      { type: 'upload', version: 3, relationTo: 'posts', value: 5, fields: {} },
    ])
    expect(leftOut).toEqual([
      { kind: 'relationship', name: 'media' },
      { kind: 'upload', name: 'posts' },
    ])
  })

  test('a node that nobody here knows gets in where the site knows it, else its words', () => {
    const odd = (type: string) => ({
      type: 'galley-unknown',
      version: 1,
      inline: false,
      node: { type, version: 1, children: [textNode('words')] },
    })
    const config = { ...fullEditor(), nodeTypes: ['callout'] }
    const { nodes, leftOut } = offer([odd('callout'), odd('other')], config)
    expect(nodes[0]).toEqual(odd('callout'))
    expect(outline(nodes.slice(1))).toEqual(['p: words'])
    expect(leftOut).toEqual([{ kind: 'other', name: 'other' }])
  })

  test.each(['link', 'upload', 'block', 'paragraph', 'table'])(
    'what is known here is not let in as unknown: %s',
    (type) => {
      const inside = {
        paragraph: paragraph(link({ linkType: 'custom', url: 'javascript:x' }, textNode('words'))),
        link: link({ linkType: 'custom', url: 'javascript:x' }, textNode('words')),
        upload: { type: 'upload', relationTo: 'media', value: 'secret', fields: {} },
        block: notice({ blockType: 'none', text: 'secret' }),
        table: { type: 'table', children: [paragraph(textNode('words'))], odd: 'secret' },
      }[type]
      const config = fullEditor()
      for (const inline of [true, false]) {
        const nodes = [{ type: 'galley-unknown', version: 1, inline, node: inside ?? null }]
        const taken = offer(nodes, { ...config, nodeTypes: [...config.nodeTypes, type] }, false).nodes
        expect(JSON.stringify(taken)).not.toMatch(/unknown|javascript|secret/)
      }
    },
  )

  test('every node that an editor here can have is read node by node', () => {
    const types = editorFeatures.flatMap(({ nodes = [] }) => nodes.map((node) => node.getType()))
    expect(types.filter((type) => !isKnownType(type))).toEqual([])
  })
})

describe('nodes that are not as they should be', () => {
  test('spans of a table end where a table can be drawn', () => {
    const cell = { type: 'tablecell', colSpan: 1e9, rowSpan: 1e9, children: [] }
    const [table] = offer([{ type: 'table', children: [{ type: 'tablerow', children: [cell] }] }]).nodes
    expect(table).toMatchObject({ children: [{ children: [{ colSpan: 1_000, rowSpan: 1 }] }] })
  })

  test('lists in lists end where indents end: what is deeper stands beside it', () => {
    let nested: Json = paragraph(textNode('deepest'))
    for (let level = 60; level > 0; level -= 1)
      nested = {
        type: 'list',
        listType: 'bullet',
        children: [
          { type: 'listitem', children: [textNode(`level ${level}`)] },
          { type: 'listitem', children: level === 60 ? [textNode('deepest')] : [nested] },
        ],
      }
    const { nodes } = offer([nested])
    const words = outline(nodes).join(' ')
    for (let level = 1; level <= 60; level += 1) expect(words).toContain(`level ${level}`)
    expect(words).toContain('deepest')
    expect(Math.max(...outline(nodes).map((line) => line.search(/\S/)))).toBe(42)
    expect(html('<ul><li>x'.repeat(60)).filter((line) => line.trim() === '- x')).toHaveLength(60)
  })

  test('tables with cells over thousands of others keep their rows', () => {
    const rows = '<tr><td>a</td></tr>'.repeat(2_000)
    const { nodes } = fromHtml(
      parseInert(`<table><tr>${'<td colspan=1000>b</td>'.repeat(300)}</tr>${rows}</table>`),
      newId,
    )
    expect(childrenOf(nodes[0])).toHaveLength(2_001)
    expect(childrenOf(childrenOf(nodes[0])[1])).toHaveLength(1)
  })

  /** More than a call takes as arguments of its own. */
  const MANY = 130_000

  test('an item keeps the words of a table in it, however many rows that has', () => {
    const row = { type: 'tablerow', children: [{ type: 'tablecell', children: [paragraph(textNode('a'))] }] }
    const table = { type: 'table', children: Array.from({ length: MANY }, () => row) }
    const [list] = offer([
      { type: 'list', listType: 'bullet', children: [{ type: 'listitem', children: [table] }] },
    ]).nodes
    // A break between two lines.
    expect(childrenOf(childrenOf(list)[0])).toHaveLength(2 * MANY - 1)
  })

  test('a list in an item that comes down to its words keeps all of them', () => {
    const line = { type: 'listitem', children: [textNode('a')] }
    const checks = { type: 'list', listType: 'check', children: Array.from({ length: MANY }, () => line) }
    const numbers = { type: 'list', listType: 'number', children: [{ type: 'listitem', children: [checks] }] }
    const [list] = offer([numbers], without('checklist', 'unorderedList')).nodes
    expect(childrenOf(childrenOf(list)[0])).toHaveLength(MANY)
  })

  test.each<[string, Json[]]>([
    ['no nodes', [1, 'x', null, [], {}]],
    ['a text without words', [paragraph({ type: 'text' }, { type: 'text', text: 4 })]],
    ['a list of paragraphs', [{ type: 'list', children: [paragraph(textNode('a')), textNode('b')] }]],
    [
      'a table of words',
      [{ type: 'table', children: [textNode('a'), { type: 'tablerow', children: [textNode('b')] }] }],
    ],
    ['a paragraph in a paragraph', [paragraph(paragraph(textNode('a')))]],
    ['a heading that is none', [{ type: 'heading', tag: 'h9', children: 'x' }]],
    ['a root', [{ type: 'root', children: [paragraph(textNode('a'))] }]],
    [
      'a link in a link',
      [paragraph(link({ url: 'https://a.com' }, link({ url: 'https://b.com' }, textNode('a'))))],
    ],
  ])('are read as far as they can be: %s', (_what, nodes) => {
    const taken = offer(nodes).nodes
    expect(JSON.stringify(taken)).not.toContain('undefined')
    for (const node of taken) expect(node).toMatchObject({ type: expect.any(String) })
  })
})
