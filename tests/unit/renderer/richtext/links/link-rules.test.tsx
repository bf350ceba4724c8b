import { $getRoot, $getSelection, $isRangeSelection, COMMAND_PRIORITY_LOW, PASTE_COMMAND } from 'lexical'
import type { LexicalEditor } from 'lexical'
import { describe, expect, onTestFinished, test } from 'vitest'
import { REMOVE_LINKS_COMMAND } from '../../../../../renderer/richtext/features/links/link-commands.ts'
import { addressFields } from '../../../../../renderer/richtext/features/links/link-node.ts'
import {
  $changeLink,
  $linkThatWas,
  $setLink,
} from '../../../../../renderer/richtext/features/links/link-operations.ts'
import { links } from '../../../../../renderer/richtext/features/links/links.ts'
import { openableAddress } from '../../../../../renderer/richtext/features/links/use-open-link.ts'
import type { RichTextEditor } from '../../../../../shared/cms/schema-model.ts'
import type { Json } from '../../../../../shared/json.ts'
import { autolink, link, paragraph, textNode } from './nodes.ts'
import { change, load, nodesOf, openEditor } from './open-editor.ts'
import { fullEditor } from './site-editors.ts'

const URL = 'https://example.com'

function open(nodes: Json[], config: RichTextEditor = fullEditor()): LexicalEditor {
  const editor = openEditor([links], config)
  load(editor, nodes)
  return editor
}

/** A text with `[` and `]` around its links. */
function drawn(editor: LexicalEditor): string {
  return nodesOf(editor)
    .map((node) => words(node))
    .join('\n')
}

function words(node: Json): string {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return ''
  const { text, children, type: kind } = node
  const inside = typeof text === 'string' ? text : Array.isArray(children) ? children.map(words).join('') : ''
  return kind === 'link' ? `[${inside}]` : kind === 'autolink' ? `<${inside}>` : inside
}

function select(editor: LexicalEditor, from: string, to = from): void {
  change(editor, () => {
    const all = $getRoot().getAllTextNodes()
    const at = (text: string) => all.find((node) => node.getTextContent().includes(text))
    const [first, last] = [at(from), at(to)]
    if (first === undefined || last === undefined) throw new Error('not there')
    const end = last.getTextContent().indexOf(to) + to.length
    first.select(first.getTextContent().indexOf(from)).focus.set(last.getKey(), end, 'text')
  })
}

function caretAtEnd(editor: LexicalEditor): void {
  change(editor, () => void $getRoot().selectEnd())
}

/** As a keyboard does it: a key at a time. */
function type(editor: LexicalEditor, text: string): void {
  for (const key of text)
    change(editor, () => {
      const selection = $getSelection()
      if ($isRangeSelection(selection)) selection.insertText(key)
    })
}

describe('opening links', () => {
  test.each([
    ['https://example.com/a', 'https://example.com/a'],
    ['/about', 'https://site.example/about'],
    ['tel:+1-234', 'tel:+1-234'],
    ['sms:1234', 'sms:1234'],
    ['mailto:a@b.co', 'mailto:a@b.co'],
    ['mailto:a@b.co,c@d.co', null],
    ['https://u:p@example.com', null],
    ['tel:*%2306%23', null],
    ['javascript:alert(1)', null],
    ['#part', null],
  ])('%s is said to be opened where the app does open it', (url, expected) => {
    expect(openableAddress(url, 'https://site.example')).toBe(expected)
  })
})

describe('a link whose paragraph changed from outside while its drawer was open', () => {
  test('is found by its id, and is none where it has gone', () => {
    const stored = paragraph(link({ linkType: 'custom', url: 'https://a.com' }, textNode('a')))
    const editor = openEditor([links], fullEditor())
    load(editor, [stored])
    const key = editor.read(() => $getRoot().getFirstDescendant()?.getParent()?.getKey() ?? '')
    load(editor, [paragraph(textNode('new ')), stored])
    change(editor, () => {
      const found = $linkThatWas(key, '6650f1c2a1b2c3d4e5f60718')
      if (found !== null) $changeLink(found, { linkType: 'custom', url: 'https://b.com' }, 'b')
    })
    expect(nodesOf(editor)[1]).toMatchObject({
      children: [{ fields: { url: 'https://b.com' }, children: [{ text: 'b' }] }],
    })
    load(editor, [paragraph(textNode('a'))])
    expect(editor.read(() => $linkThatWas(key, '6650f1c2a1b2c3d4e5f60718'))).toBeNull()
  })
})

describe('making links', () => {
  test('T1 of a link of which a part is linked elsewhere the rest leads where it led', () => {
    const old = { linkType: 'custom', url: 'https://old.example', newTab: true }
    const editor = open([paragraph(textNode('see '), link(old, textNode('the old page')), textNode(' now'))])
    select(editor, 'see', 'the')
    change(editor, () => $setLink(addressFields(URL)))
    expect(drawn(editor)).toBe('[see the][ old page] now')
    expect(nodesOf(editor)).toMatchObject([
      { children: [{ fields: { url: URL } }, { fields: old }, { text: ' now' }] },
    ])
  })

  test('selected words become a link, with the formats that they have', () => {
    const editor = open([paragraph(textNode('one '), textNode('two', 1), textNode(' three'))])
    select(editor, 'ne', 'thr')
    change(editor, () => $setLink(addressFields(URL)))
    expect(drawn(editor)).toBe('o[ne two thr]ee')
    expect(nodesOf(editor)).toMatchObject([
      {
        children: [
          {},
          { fields: { linkType: 'custom', url: URL, newTab: false }, children: [{}, { format: 1 }, {}] },
          {},
        ],
      },
    ])
  })

  test('words of two paragraphs become a link in each, with ids of their own', () => {
    const editor = open([paragraph(textNode('one')), paragraph(textNode('two'))])
    select(editor, 'ne', 'tw')
    change(editor, () => $setLink(addressFields(URL)))
    expect(drawn(editor)).toBe('o[ne]\n[tw]o')
    expect(new Set(JSON.stringify(nodesOf(editor)).match(/"id":"[^"]+"/g)).size).toBe(2)
  })

  test('where a part of a link is selected with other words, that part changes its link', () => {
    const editor = open([
      paragraph(link(addressFields('https://a.com'), textNode('north')), textNode(' south')),
    ])
    select(editor, 'rth', ' so')
    change(editor, () => $setLink(addressFields(URL)))
    expect(drawn(editor)).toBe('[no][rth so]uth')
  })

  test('other words to display take the place of all that was selected, in the format of its beginning', () => {
    const editor = open([paragraph(textNode('two', 1), textNode(' three'))])
    select(editor, 'two', 'three')
    change(editor, () => $setLink(addressFields(URL), 'words'))
    expect(drawn(editor)).toBe('[words]')
    expect(nodesOf(editor)).toMatchObject([{ children: [{ children: [{ text: 'words', format: 1 }] }] }])
  })

  test('where nothing is selected the text to display is put in', () => {
    const editor = open([paragraph(textNode('see '))])
    caretAtEnd(editor)
    change(editor, () => $setLink(addressFields(URL), 'here'))
    type(editor, ' and there')
    expect(drawn(editor)).toBe('see [here] and there')
  })

  test('in a link all of it is edited: its fields, and its words where they are others', () => {
    const stored = link(
      { ...addressFields('https://a.com'), rel: ['nofollow'] },
      textNode('a', 2),
      textNode('b'),
    )
    const editor = open([paragraph(stored)])
    select(editor, 'b')
    change(editor, () => $setLink({ ...addressFields(URL), rel: [] }, 'ab'))
    expect(nodesOf(editor)).toMatchObject([
      {
        children: [
          { id: '6650f1c2a1b2c3d4e5f60718', fields: { url: URL, rel: [] }, children: [{ format: 2 }, {}] },
        ],
      },
    ])
    change(editor, () => $setLink(addressFields(URL), 'other'))
    expect(drawn(editor)).toBe('[other]')
  })

  test('an autolink that is edited is a link', () => {
    const editor = open([paragraph(autolink(URL))])
    select(editor, URL)
    change(editor, () => $setLink(addressFields('https://a.com')))
    expect(nodesOf(editor)).toMatchObject([
      { children: [{ type: 'link', version: 3, id: expect.any(String), fields: { url: 'https://a.com' } }] },
    ])
  })

  test('what is typed in front of a link or behind it is not in it', () => {
    const editor = open([paragraph(link(addressFields(URL), textNode('here')))])
    change(editor, () => void $getRoot().getAllTextNodes()[0]?.select(0, 0))
    type(editor, 'a ')
    caretAtEnd(editor)
    type(editor, ' b')
    expect(drawn(editor)).toBe('a [here] b')
  })

  test('a link is taken away, its words stay', () => {
    const editor = open([
      paragraph(textNode('see '), link(addressFields(URL), textNode('a', 1), textNode('b'))),
    ])
    select(editor, 'b')
    change(editor, () => void editor.dispatchCommand(REMOVE_LINKS_COMMAND, undefined))
    expect(drawn(editor)).toBe('see ab')
  })
})

describe('addresses that are typed', () => {
  test.each([
    ['see https://example.com/a_(b) now', 'see <https://example.com/a_(b)> now', 'https://example.com/a_(b)'],
    ['(www.example.com)', '(<www.example.com>)', 'https://www.example.com'],
    ['to a.b@example.co.uk, please', 'to <a.b@example.co.uk>, please', 'mailto:a.b@example.co.uk'],
    ['https://example.com/x. And', '<https://example.com/x>. And', 'https://example.com/x'],
  ])('%s is linked as it is written', (typed, shown, url) => {
    const editor = open([paragraph()])
    caretAtEnd(editor)
    type(editor, typed)
    expect(drawn(editor)).toBe(shown)
    expect(nodesOf(editor)).toMatchObject([
      { children: expect.arrayContaining([expect.objectContaining({ type: 'autolink', version: 2 })]) },
    ])
    expect(JSON.stringify(nodesOf(editor))).toContain(`"url":"${url}"`)
  })

  test.each([
    ['javascript:alert(1) '],
    ['ftp://example.com '],
    ['example.com '],
    ['and/or '],
    ['a@b '],
    ['https:// '],
    ['xhttps://example.com '],
  ])('%sis not', (typed) => {
    const editor = open([paragraph()])
    caretAtEnd(editor)
    type(editor, typed)
    expect(drawn(editor)).toBe(typed)
  })

  test('an address that is written on, or shortened, leads where its text says', () => {
    const editor = open([paragraph(autolink(URL))])
    caretAtEnd(editor)
    type(editor, '/about')
    expect(nodesOf(editor)).toMatchObject([
      { children: [{ type: 'autolink', fields: { url: `${URL}/about` } }] },
    ])
    change(editor, () => {
      const node = $getRoot().getAllTextNodes()[0]
      node?.spliceText(0, 8, '', true)
    })
    expect(drawn(editor)).toBe('example.com/about')
  })

  test('the caret stays behind what was typed', () => {
    const editor = open([paragraph()])
    caretAtEnd(editor)
    type(editor, 'https://example.com, and so on')
    expect(drawn(editor)).toBe('<https://example.com>, and so on')
  })

  test('one that somebody has taken the link from stays without', () => {
    const editor = open([paragraph()])
    caretAtEnd(editor)
    type(editor, URL)
    change(editor, () => void editor.dispatchCommand(REMOVE_LINKS_COMMAND, undefined))
    type(editor, ' is plain')
    expect(drawn(editor)).toBe('https://example.com is plain')
  })

  test('a text that is loaded is not touched, wherever the caret is', () => {
    const stored = [paragraph(textNode(`see ${URL} there`)), paragraph(autolink('https://other.com', URL))]
    const editor = open(stored)
    caretAtEnd(editor)
    change(editor, () => $getRoot().getFirstChild()?.markDirty())
    expect(drawn(editor)).toBe(`see ${URL} there\n<${URL}>`)
    expect(nodesOf(editor)[1]).toMatchObject({ children: [{ fields: { url: 'https://other.com' } }] })
  })

  test('they stay words where the site does not want them linked', () => {
    const config = fullEditor()
    if (config.link === null) throw new Error('no links')
    const editor = open([paragraph()], { ...config, link: { ...config.link, autoLinks: false } })
    caretAtEnd(editor)
    type(editor, `${URL} `)
    expect(drawn(editor)).toBe(`${URL} `)
  })

  test('and in code', () => {
    const editor = open([paragraph(textNode(' ', 16))])
    change(editor, () => $getRoot().getAllTextNodes()[0]?.select().toggleFormat('code'))
    type(editor, `${URL} `)
    expect(drawn(editor)).toBe(` ${URL} `)
  })
})

describe('an address that is pasted', () => {
  function paste(editor: LexicalEditor, text: string): void {
    const data = new Map([['text/plain', text]])
    const event = new Event('paste', { cancelable: true })
    Object.assign(event, {
      clipboardData: { types: ['text/plain'], files: [], getData: (kind: string) => data.get(kind) ?? '' },
    })
    change(editor, () => void editor.dispatchCommand(PASTE_COMMAND, event as ClipboardEvent))
  }

  test.each([
    ['https://example.com/x', 'https://example.com/x'],
    ['  www.example.com\n', 'https://www.example.com'],
    ['tel:+4912345', 'tel:+4912345'],
  ])('over words makes them a link: %j', (text, url) => {
    const editor = open([paragraph(textNode('one two three'))])
    select(editor, 'two')
    paste(editor, text)
    expect(drawn(editor)).toBe('one [two] three')
    expect(nodesOf(editor)).toMatchObject([{ children: [{}, { fields: { linkType: 'custom', url } }, {}] }])
  })

  test.each([['javascript:alert(1)'], ['some words'], ['https://example.com and words']])(
    'anything else is pasted as any text: %s',
    (text) => {
      const editor = open([paragraph(textNode('one two three'))])
      select(editor, 'two')
      let isLeft = false
      onTestFinished(editor.registerCommand(PASTE_COMMAND, () => (isLeft = true), COMMAND_PRIORITY_LOW))
      paste(editor, text)
      expect(isLeft).toBe(true)
      expect(drawn(editor)).toBe('one two three')
    },
  )
})

test('T1 an address that goes on a word of another format is a part of that word, and no link', () => {
  const editor = open([paragraph(textNode('x', 1), textNode('www.example.com'))])
  caretAtEnd(editor)
  type(editor, ' ')
  expect(drawn(editor)).toBe('xwww.example.com ')
  const apart = open([paragraph(textNode('x ', 1), textNode('www.example.com'))])
  caretAtEnd(apart)
  type(apart, ' ')
  expect(drawn(apart)).toBe('x <www.example.com> ')
})
