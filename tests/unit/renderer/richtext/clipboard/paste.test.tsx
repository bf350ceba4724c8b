import {
  $getRoot,
  COMMAND_PRIORITY_LOW,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  COPY_COMMAND,
  CUT_COMMAND,
  KEY_DOWN_COMMAND,
  PASTE_COMMAND,
} from 'lexical'
import type { LexicalEditor } from 'lexical'
import { describe, expect, onTestFinished, test } from 'vitest'
import { clipboard } from '../../../../../renderer/richtext/features/clipboard/clipboard.tsx'
import { registerClipboard } from '../../../../../renderer/richtext/features/clipboard/register-clipboard.ts'
import type { ClipboardOptions } from '../../../../../renderer/richtext/features/clipboard/register-clipboard.ts'
import { links } from '../../../../../renderer/richtext/features/links/links.ts'
import type { Json } from '../../../../../shared/json.ts'
import { link, paragraph, textNode } from '../links/nodes.ts'
import { change, load, nodesOf, openEditor } from '../links/open-editor.ts'
import { fullEditor, lineEditor } from '../links/site-editors.ts'
import { clipboardData, clipboardEvent } from './clipboard-data.ts'
import { outline } from './outline.ts'

type Opened = { editor: LexicalEditor; told: { leftOut: unknown[]; pictures: number }[]; files: File[] }

function open(nodes: Json[], more: Partial<ClipboardOptions> = {}): Opened {
  const config = more.config ?? fullEditor()
  const editor = openEditor([links, clipboard], config)
  const told: Opened['told'] = []
  const files: File[] = []
  onTestFinished(
    registerClipboard(editor, {
      config,
      collections: [],
      server: 'a',
      words: () => 'block',
      onLeftOut: (one) => told.push(one),
      onFiles: (given) => files.push(...given) > 0,
      ...more,
    }),
  )
  load(editor, nodes)
  change(editor, () => void $getRoot().selectEnd())
  return { editor, told, files }
}

function paste(editor: LexicalEditor, kinds: Readonly<Record<string, string>>, files: File[] = []): Event {
  const event = clipboardEvent('paste', clipboardData(kinds, files))
  change(editor, () => void editor.dispatchCommand(PASTE_COMMAND, event))
  return event
}

const pastePlain = (editor: LexicalEditor, kinds: Readonly<Record<string, string>>) => {
  const keys = new KeyboardEvent('keydown', { key: 'V', ctrlKey: true, shiftKey: true })
  change(editor, () => void editor.dispatchCommand(KEY_DOWN_COMMAND, keys))
  paste(editor, kinds)
}

const lines = (editor: LexicalEditor) => outline(nodesOf(editor))

describe('a paste', () => {
  test('a part of a line goes into the line', () => {
    const { editor } = open([paragraph(textNode('one '))])
    paste(editor, { 'text/html': '<b>two</b>', 'text/plain': 'two' })
    expect(lines(editor)).toEqual(['p: one <bold>two</>'])
  })

  test('blocks are put in at the caret', () => {
    const { editor } = open([paragraph(textNode('one'))])
    paste(editor, { 'text/html': '<p>two</p><h2>three</h2><ul><li>four</li></ul>', 'text/plain': 'x' })
    expect(lines(editor)).toEqual(['p: onetwo', 'h2: three', 'bullet', '  - four'])
  })

  test('into a single line: only what it offers', () => {
    const { editor } = open([paragraph()], { config: lineEditor() })
    paste(editor, { 'text/html': '<h2>a</h2><ul><li><u>b</u> <i>c</i></li></ul>' })
    expect(lines(editor)).toEqual(['p: a', 'p: b <italic>c</>'])
  })

  test('is one change, that one undo takes back', () => {
    const { editor } = open([paragraph(textNode('one'))])
    let changes = 0
    const tags: string[] = []
    onTestFinished(
      editor.registerUpdateListener(({ dirtyElements, tags: all }) => {
        if (dirtyElements.size > 0) changes += 1
        tags.push(...all)
      }),
    )
    paste(editor, { 'text/html': '<p>two</p><h2>three</h2><ul><li>four</li></ul>' })
    expect(changes).toBe(1)
    expect(tags).toContain('paste')
  })

  test('markdown becomes what it says', () => {
    const { editor } = open([paragraph()])
    paste(editor, { 'text/plain': '## Two\n\n- one\n- **two** [a](https://example.com)\n\n> three' })
    expect(lines(editor)).toEqual([
      'h2: Two',
      'bullet',
      '  - one',
      '  - <bold>two</> [a](https://example.com)',
      'quote: three',
    ])
  })

  test.each([
    ['words', 'one - two * three', ['p: one - two * three']],
    [
      'lines of a program',
      'function a() {\n  return [b](c);\n}',
      ['p: function a() {', 'p:   return [b](c);', 'p: }'],
    ],
    ['lines', 'one\ntwo', ['p: one', 'p: two']],
    ['paragraphs with lines', 'one\ntwo\n\nthree\n', ['p: one⏎two', 'p: three']],
    ['cells', 'a\tb', ['p: a⇥b']],
    ['an address', 'https://example.com', ['p: [https://example.com](https://example.com)']],
  ])('plain text that is none stays as it is: %s', (_what, text, expected) => {
    const { editor } = open([paragraph()])
    paste(editor, { 'text/plain': text })
    expect(lines(editor)).toEqual(expected)
  })

  test('of the words alone leaves out all that they look like', () => {
    const { editor } = open([paragraph()])
    pastePlain(editor, { 'text/html': '<h2>Two</h2>', 'text/plain': '## Two https://example.com' })
    expect(lines(editor)).toEqual(['p: ## Two https://example.com'])
    paste(editor, { 'text/html': '<b>!</b>' })
    expect(lines(editor)).toEqual(['p: ## Two https://example.com<bold>!</>'])
  })

  test('plain words are written as the place is', () => {
    const { editor } = open([paragraph(textNode('one', 1))])
    change(editor, () => $getRoot().getAllTextNodes()[0]?.select(1, 1).toggleFormat('bold'))
    paste(editor, { 'text/plain': 'x' })
    expect(lines(editor)).toEqual(['p: <bold>oxne</>'])
  })

  test('pictures of a page are left out, and said so', () => {
    const { editor, told } = open([paragraph()])
    paste(editor, { 'text/html': '<p>a<img src="https://example.com/x.png"></p>' })
    expect([lines(editor), told]).toMatchObject([['p: a'], [{ pictures: 1 }]])
  })

  test('pictures that a page holds itself become files like those of the clipboard, below what was pasted', async () => {
    const held = `data:image/jpeg;base64,${btoa('x'.repeat(200))}`
    const page = `<p>a<img src="${held}">b</p><img src="https://example.com/x.png"><picture><img src="${held}"></picture>`
    const { editor, told, files } = open([paragraph()])
    paste(editor, { 'text/html': page })
    expect(lines(editor)).toEqual(['p: ab'])
    expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([
      ['image.jpg', 'image/jpeg', 200],
      ['image-2.jpg', 'image/jpeg', 200],
    ])
    expect(told).toMatchObject([{ pictures: 1 }])
    // A text without files leaves them out like all others.
    const none = open([paragraph()], { onFiles: () => false })
    paste(none.editor, { 'text/html': page })
    expect(none.told).toMatchObject([{ pictures: 3 }])
  })

  test.each([
    ['a point that counts readers', `data:image/gif;base64,${btoa('x'.repeat(43))}`],
    ['what is no picture', `data:text/html;base64,${btoa('x'.repeat(200))}`],
    ['what cannot be read', `data:image/png;base64,${'*'.repeat(200)}`],
    ['what is not base64', `data:image/svg+xml,<svg>${' '.repeat(200)}</svg>`],
  ])('no file is made of %s', (_what, address) => {
    const { editor, told, files } = open([paragraph()])
    paste(editor, { 'text/html': `<p>a<img src="${address}"></p>` })
    expect([files, told]).toMatchObject([[], [{ pictures: 1 }]])
  })

  test('a picture that is there as a file is taken as that', () => {
    const { editor, files } = open([paragraph()])
    const file = new File(['x'], 'x.png', { type: 'image/png' })
    const event = paste(
      editor,
      { 'text/html': '<meta charset="utf-8"><img src="https://example.com/x.png">' },
      [file],
    )
    expect(files).toEqual([file])
    expect(event.defaultPrevented).toBe(true)
    expect(lines(editor)).toEqual(['p: '])
  })
})

describe('copying', () => {
  function copy(editor: LexicalEditor, how: 'copy' | 'cut' = 'copy'): Readonly<Record<string, string>> {
    const kinds: Record<string, string> = {}
    const data = clipboardData({})
    const event = clipboardEvent(
      how,
      Object.assign(data, { setData: (kind: string, value: string) => void (kinds[kind] = value) }),
    )
    change(editor, () => void editor.dispatchCommand(how === 'copy' ? COPY_COMMAND : CUT_COMMAND, event))
    expect(event.defaultPrevented).toBe(true)
    return kinds
  }

  const text = [
    { ...paragraph(textNode('one')), type: 'heading', tag: 'h2' },
    paragraph(
      textNode('two', 1),
      link({ linkType: 'custom', url: 'javascript:alert(1)' }, textNode('three')),
    ),
    paragraph(link({ linkType: 'internal', doc: { relationTo: 'posts', value: 7 } }, textNode('four'))),
  ]
  const selectAll = (editor: LexicalEditor) => change(editor, () => void $getRoot().select(0, 3))

  test('gives other programs HTML without scripts, and plain text', () => {
    const { editor } = open(text)
    selectAll(editor)
    const copied = copy(editor)
    expect(copied['text/html']).toBe(
      '<h2>one</h2><p><strong>two</strong><a href="about:blank">three</a></p><p>four</p>',
    )
    expect(copied['text/plain']).toBe('one\ntwothree\nfour')
  })

  test('gives another editor the nodes, of which it takes what it has; of another server with ids of their own', () => {
    const { editor } = open(text)
    selectAll(editor)
    const copied = copy(editor)
    const other = open([paragraph()], { config: lineEditor() })
    paste(other.editor, copied)
    expect(lines(other.editor)).toEqual(['p: one', 'p: <bold>two</>three', 'p: [four](undefined)'])
    expect(nodesOf(other.editor)[2]).toMatchObject({
      children: [{ fields: { linkType: 'internal', doc: { relationTo: 'posts', value: 7 } } }],
    })
    for (const server of ['b', null]) {
      const elsewhere = open([paragraph()], { server })
      paste(elsewhere.editor, copied)
      expect(lines(elsewhere.editor)).toEqual(['h2: one', 'p: <bold>two</>three', 'p: four'])
    }
  })

  test('ids stay what they are where what has them is gone, and are others where it is still there', () => {
    const ids = (editor: LexicalEditor) => JSON.stringify(nodesOf(editor)).match(/"id":"[^"]+"/g)
    const { editor } = open([
      paragraph(textNode('a'), link({ linkType: 'custom', url: 'https://example.com' }, textNode('b'))),
    ])
    const [id] = ids(editor) ?? []
    change(editor, () => void $getRoot().select(0, 1))
    const taken = copy(editor, 'cut')
    expect(ids(editor)).toBeNull()
    paste(editor, taken)
    expect(ids(editor)).toEqual([id])
    change(editor, () => void $getRoot().selectEnd())
    paste(editor, taken)
    expect(ids(editor)).toEqual([id, expect.stringMatching(/^"id":"[0-9a-f]{24}"$/)])
    expect(new Set(ids(editor)).size).toBe(2)
  })

  test('cutting takes it away as well', () => {
    const { editor } = open([paragraph(textNode('one two'))])
    change(editor, () => $getRoot().getAllTextNodes()[0]?.select(3, 7))
    expect(copy(editor, 'cut')['text/plain']).toBe(' two')
    expect(lines(editor)).toEqual(['p: one'])
  })

  test('nothing is copied where nothing is selected', () => {
    const { editor } = open(text)
    let isLeft = false
    onTestFinished(editor.registerCommand(COPY_COMMAND, () => (isLeft = true), COMMAND_PRIORITY_LOW))
    const event = clipboardEvent('copy', clipboardData({ 'text/plain': 'before' }))
    change(editor, () => void editor.dispatchCommand(COPY_COMMAND, event))
    expect([isLeft, event.clipboardData?.getData('text/plain')]).toEqual([true, 'before'])
  })
})

describe('a clipboard that means harm', () => {
  const ran: unknown[] = []
  Object.assign(globalThis, { ran: (what: unknown) => ran.push(what) })

  test.each([
    ['a script', '<script>ran(1)</script>'],
    ['a handler', '<img src=x onerror="ran(2)">'],
    ['a handler of a paragraph', '<p onclick="ran(3)" onmouseover="ran(3)">a</p>'],
    ['a link', '<a href="javascript:ran(4)">a</a>'],
    ['a link with signs in it', '<a href=" jav&#x09;ascript:ran(5)">a</a>'],
    ['a link with data', '<a href="data:text/html,<script>ran(6)</script>">a</a>'],
    [
      'a drawing',
      '<svg onload="ran(7)"><script>ran(7)</script><a xlink:href="javascript:ran(7)"><text>a</text></a></svg>',
    ],
    ['a drawing with a page in it', '<svg><foreignObject><p onclick="ran(8)">a</p></foreignObject></svg>'],
    ['formulas', '<math><mtext><img src=x onerror="ran(9)"></mtext></math>'],
    [
      'a page in it',
      '<iframe srcdoc="<script>ran(10)</script>"></iframe><object data="javascript:ran(10)"></object><embed src="javascript:ran(10)">',
    ],
    [
      'another address',
      '<meta http-equiv="refresh" content="0;url=javascript:ran(11)"><base href="javascript:ran(11)//"><link rel=stylesheet href=x>',
    ],
    [
      'styles',
      '<style>@import "https://tracker.example"; * { background: url(https://tracker.example) }</style><p style="background:url(javascript:ran(12));position:fixed">a</p>',
    ],
    [
      'a template',
      '<template><img src=x onerror="ran(13)"></template><noscript><img src=x onerror="ran(13)"></noscript>',
    ],
    [
      'a form',
      '<form action="javascript:ran(14)"><input name=a autofocus onfocus="ran(14)"><button formaction="javascript:ran(14)">a</button></form>',
    ],
    ['markup that browsers mend', '<p><svg><p><style><img src="</style><img src=x onerror=ran(15)>">'],
    [
      'markup that browsers mend otherwise',
      '<math><mi><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ran(16)&gt;">',
    ],
    [
      'the document itself',
      '<html onload="ran(17)"><body onload="ran(17)" background="https://tracker.example"><p>a</p>',
    ],
    ['a table', '<table background="javascript:ran(18)"><tr><td onclick="ran(18)">a<td>b</table>'],
    ['names of the page', '<img name=getElementById><a id=body name=body href="#x">a</a>'],
  ])('does nothing, and leaves nothing of it: %s', (_what, html) => {
    const { editor } = open([paragraph()])
    paste(editor, { 'text/html': html, 'text/plain': 'plain' })
    expect(ran).toEqual([])
    const shown = editor.getRootElement()?.innerHTML ?? ''
    expect(shown).not.toMatch(
      /script|onerror|onclick|onload|svg|iframe|style=|tracker|formaction|<img|<meta|<base/i,
    )
    expect(JSON.stringify(nodesOf(editor))).not.toMatch(/javascript|ran\(|tracker|data:/i)
  })

  test.each([
    ['no JSON', '{'],
    ['no nodes', '{"namespace":"galley","nodes":"x"}'],
    [
      'deeper than anything is',
      `{"nodes":[${'{"type":"list","children":['.repeat(5_000)}${']}'.repeat(5_000)}]}`,
    ],
  ])('nodes that are none are passed over: %s', (_what, nodes) => {
    const { editor } = open([paragraph()])
    paste(editor, { 'application/x-lexical-editor': nodes, 'text/plain': 'plain' })
    expect(lines(editor)).toEqual(['p: plain'])
  })

  const unreadable: Record<string, string>[] = [
    {
      'application/x-lexical-editor': `{"namespace":"galley","odd":1,"nodes":[${JSON.stringify(
        paragraph(link({ linkType: 'custom', url: 'javascript:ran(20)' }, textNode('bad'))),
      )},{"type":"paragraph","version":1,"indent":1e999,"children":[]}]}`,
    },
    { 'text/html': '<script>ran(21)</script><title>bad</title>' },
    { 'application/x-other': 'bad' },
  ]

  test.each(unreadable)('what cannot be read is not left to anybody else: %j', (kinds) => {
    const { editor } = open([paragraph(textNode('one'))])
    const event = paste(editor, kinds)
    expect(event.defaultPrevented).toBe(true)
    expect(lines(editor)).toEqual(['p: one'])
    change(editor, () => {
      const input = Object.assign(new Event('beforeinput'), {
        data: null,
        dataTransfer: clipboardData(kinds),
      })
      editor.dispatchCommand(CONTROLLED_TEXT_INSERTION_COMMAND, input as InputEvent)
      const drop = Object.assign(new Event('beforeinput'), { dataTransfer: clipboardData(kinds) })
      editor.dispatchCommand(PASTE_COMMAND, drop as InputEvent)
    })
    expect(lines(editor)).toEqual(['p: one'])
    expect(ran).toEqual([])
  })

  test('boxes in boxes without end come down to their words', () => {
    const { editor } = open([paragraph()])
    paste(editor, { 'text/html': `${'<div><ul><li>'.repeat(500)}deep` })
    expect(editor.getRootElement()?.textContent).toContain('deep')
  })
})
