import { $createHeadingNode } from '@lexical/rich-text'
import { $setBlocksType } from '@lexical/selection'
import {
  $getRoot,
  $isElementNode,
  $isParagraphNode,
  $isTextNode,
  DELETE_CHARACTER_COMMAND,
  FORMAT_TEXT_COMMAND,
  INSERT_PARAGRAPH_COMMAND,
} from 'lexical'
import type { LexicalEditor, LexicalNode, ParagraphNode, TextNode } from 'lexical'
import { afterEach, describe, expect, it } from 'vitest'
import { childrenOf, topNodes } from '../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { blockNode, openEditor, para, rich, textNode } from './rich-text-fixtures.ts'
import { shownIn } from './support/shown-in.ts'

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

function open(value: Json) {
  const made = openEditor(value)
  opened.push(made.close)
  return made
}

function $within(node: LexicalNode): LexicalNode[] {
  return [node, ...($isElementNode(node) ? node.getChildren().flatMap($within) : [])]
}

function $textWith(words: string): TextNode {
  const found = $within($getRoot()).find((node) => $isTextNode(node) && node.getTextContent().includes(words))
  if (!$isTextNode(found)) throw new Error(`no ${words}`)
  return found
}

const select = (editor: LexicalEditor, words: string, from: number, to = from): void =>
  editor.update(() => void $textWith(words).select(from, to), { discrete: true })

const typeBehind = (editor: LexicalEditor, words: string, text = '!'): void =>
  editor.update(() => $textWith(words).select().insertText(text), { discrete: true })

/** Typed behind some words; what is stored then, which a new editor shows as this one does. */
function storedAfterTyping(value: Json, words: string): Json[] {
  const made = open(value)
  typeBehind(made.editor, words)
  expect(shownIn(open(made.last()).editor)).toEqual(shownIn(made.editor))
  expect(made.errors).toEqual([])
  return topNodes(made.last())
}

const br = { type: 'linebreak', version: 1 }
const line = (...children: Json[]) => blockNode('paragraph', children, { textFormat: 0, textStyle: '' })
const item = (children: Json[], more: JsonObject = {}) =>
  blockNode('listitem', children, { value: 1, ...more })
const list = (...items: Json[]) => blockNode('list', items, { listType: 'bullet', tag: 'ul', start: 1 })
const cell = (...children: Json[]) =>
  blockNode('tablecell', children, { headerState: 0, colSpan: 1, rowSpan: 1, 'x-cell': 1 })

describe('what is stored of an edited text', () => {
  it('neighbouring runs of one look are those that were received, until something in them is edited', () => {
    const [hel, lo, x] = [
      textNode('Hel', { 'x-run': 1 }),
      textNode('lo world', { 'x-run': 2 }),
      textNode('x'),
    ]
    const value = rich(line(hel, lo, br, x))
    expect(storedAfterTyping(value, 'x')).toEqual([line(hel, lo, br, textNode('x!'))])
    expect(storedAfterTyping(value, 'Hello')).toEqual([line(textNode('Hello world!', { 'x-run': 1 }), br, x)])
  })

  it('a joined run that becomes bold has all of its words', () => {
    const { editor, last } = open(rich(line(textNode('Hel'), textNode('lo'), br, textNode('x'))))
    select(editor, 'Hello', 0, 5)
    editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'bold')
    editor.read(() => undefined)
    expect(topNodes(last())).toMatchObject([
      { children: [textNode('Hello', { format: 1 }), br, textNode('x')] },
    ])
  })

  it('what is typed in a paragraph in a list item is stored where it is read', () => {
    const other = item([line(textNode('bbb')), line(textNode('ccc'))], { 'x-item': 2 })
    const value = rich(list(item([line(textNode('aaa', { 'x-run': 1 }))], { 'x-item': 1 }), other))
    const typed = list(item([textNode('aaa!', { 'x-run': 1 })], { 'x-item': 1 }), other)
    expect(storedAfterTyping(value, 'aaa')).toEqual([typed])
  })

  it('what is typed in a cell that holds bare text is stored where it is read', () => {
    const table = (...cells: Json[]) => blockNode('table', [blockNode('tablerow', cells)], { 'x-table': 1 })
    const bare = cell(textNode('other'))
    const value = rich(table(cell(textNode('cell', { 'x-run': 1 })), bare))
    const typed = expect.objectContaining({
      type: 'paragraph',
      children: [textNode('cell!', { 'x-run': 1 })],
    }) as Json
    expect(storedAfterTyping(value, 'cell')).toEqual([table(cell(typed), bare)])
  })

  it('lists that are joined, also inside of each other, are there once', () => {
    const [top, a, b] = [
      item([textNode('top')]),
      item([textNode('a')], { indent: 1, 'x-item': 'a' }),
      item([textNode('b')], { indent: 1, 'x-item': 'b' }),
    ]
    const value = rich(list(top, item([list(a)])), list(item([list(b)])), para('z'))
    expect(storedAfterTyping(value, 'z').slice(0, 2)).toEqual(topNodes(value).slice(0, 2))
    expect(storedAfterTyping(value, 'top')).toEqual([
      list(item([textNode('top!')]), item([list(a, b)])),
      para('z'),
    ])
  })

  it('empty runs and links, which are not loaded, stay as long as what they are in', () => {
    const link = blockNode('link', [], { fields: { url: '/a' }, id: 'l' })
    const empty = textNode('', { 'x-run': 1 })
    const value = rich(line(link, textNode('aaa'), empty, br, textNode('b')), para('z'))
    expect(storedAfterTyping(value, 'b')).toEqual([
      line(link, textNode('aaa'), empty, br, textNode('b!')),
      para('z'),
    ])
  })
})

describe('nodes that pass from one top-level node to another', () => {
  const link = blockNode('link', [textNode('l', { 'x-run': 2 })], {
    fields: { url: '/a', linkType: 'custom', x: 1 },
    id: 'l1',
    version: 3,
    'x-link': 3,
  })
  const two = textNode('two ', { 'x-run': 1, version: 9 })
  const value = rich(
    blockNode('paragraph', [textNode('one')], { 'x-par': 1 }),
    blockNode('paragraph', [two, link], { 'x-par': 2, version: 7 }),
  )
  const press = (words: string, at: number, key: 'Enter' | 'Backspace') => {
    const made = open(value)
    select(made.editor, words, at)
    if (key === 'Enter') made.editor.dispatchCommand(INSERT_PARAGRAPH_COMMAND, undefined)
    else made.editor.dispatchCommand(DELETE_CHARACTER_COMMAND, true)
    made.editor.read(() => undefined)
    return made
  }

  it('Enter in the middle: both parts have what the whole had', () => {
    expect(topNodes(press('two', 2, 'Enter').last()).slice(1)).toMatchObject([
      { 'x-par': 2, version: 7, children: [{ ...two, text: 'tw' }] },
      { type: 'paragraph', children: [{ ...two, text: 'o ' }, link] },
    ])
  })

  it('Enter at the start: the paragraph is the one with the words', () => {
    const stored = topNodes(press('two', 0, 'Enter').last())
    expect(stored[1]).toMatchObject({ type: 'paragraph', children: [] })
    expect(stored[1]).not.toHaveProperty('x-par')
    expect(stored[2]).toBe(topNodes(value)[1])
  })

  it('Backspace at the start: what is joined keeps what it had', () => {
    expect(topNodes(press('two', 0, 'Backspace').last())).toEqual([
      { ...blockNode('paragraph', []), 'x-par': 1, children: [textNode('onetwo '), link] },
    ])
  })

  it('Enter and Backspace again: it is what was received, the same object', () => {
    const { editor, last } = press('two', 2, 'Enter')
    editor.dispatchCommand(DELETE_CHARACTER_COMMAND, true)
    editor.read(() => undefined)
    expect(topNodes(last())[1]).toBe(topNodes(value)[1])
  })

  it('a heading that was a paragraph keeps what it had, with what is in it', () => {
    const { editor, last } = open(value)
    editor.update(() => $setBlocksType($textWith('two').select(), () => $createHeadingNode('h2')), {
      discrete: true,
    })
    expect(topNodes(last())[1]).toMatchObject({
      type: 'heading',
      'x-par': 2,
      version: 7,
      children: [two, link],
    })
  })
})

describe('an empty text', () => {
  const $line = (): ParagraphNode => {
    const first = $getRoot().getFirstChild()
    if (!$isParagraphNode(first)) throw new Error('no line')
    return first
  }

  it('its first line is stored from the first edit on, blank too', () => {
    const { editor, last } = open(null)
    editor.update(() => void $line().select().insertParagraph(), { discrete: true })
    editor.update(() => $getRoot().selectEnd().insertText('x'), { discrete: true })
    expect(topNodes(last())).toMatchObject([
      { type: 'paragraph', children: [] },
      { type: 'paragraph', children: [{ text: 'x' }] },
    ])
  })

  it('what is typed and deleted again leaves it as it was, and a line alone is no edit', () => {
    for (const value of [null, rich()]) {
      const { editor, last, given } = open(value)
      editor.update(() => $line().markDirty(), { discrete: true })
      expect(given).toEqual([])
      editor.update(() => $line().select().insertText('x'), { discrete: true })
      expect(topNodes(last())).toHaveLength(1)
      editor.update(() => void $line().clear(), { discrete: true })
      expect(last()).toEqual(value)
    }
  })
})

it('what is typed at the moment in which the editor goes is stored', () => {
  const { editor, last, close } = openEditor(rich(para('one')))
  editor.update(() => $textWith('one').select().insertText('!'))
  close()
  expect(last()).toEqual(rich(para('one!')))
})

describe('what somebody else wrote meanwhile where the editor writes', () => {
  it('SY6 (part: rich text): the edit is told as one of what it was made on, so the form asks', () => {
    const [one, theirs] = [rich(para('one'), para('two')), rich(para('one by somebody else'), para('two'))]
    const { editor, binding, given } = open(one)
    editor.update(() => $textWith('one').select().insertText('!'))
    binding.receive(theirs)
    expect(given).toMatchObject([{ value: rich(para('one!'), para('two')), how: { madeOn: one } }])
  })

  it('SY6 (part: rich text): also where there was no text, a person is asked', () => {
    const { editor, binding, given } = open(null)
    editor.update(() => $getRoot().selectEnd().insertText('mine'))
    binding.receive(rich(para('A long text'), para('by somebody else')))
    expect(given).toMatchObject([{ how: { madeOn: null } }])
    expect(topNodes(given[0]?.value ?? null).flatMap(childrenOf)).toMatchObject([{ text: 'mine' }])
  })
})
