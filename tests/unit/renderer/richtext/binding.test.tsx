import { $createHeadingNode } from '@lexical/rich-text'
import { $setBlocksType } from '@lexical/selection'
import {
  $createParagraphNode,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isTextNode,
  $setCompositionKey,
  COMPOSITION_END_COMMAND,
  FORMAT_TEXT_COMMAND,
  type LexicalEditor,
  type TextNode,
} from 'lexical'
import { $dfs } from '@lexical/utils'
import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { topNodes } from '../../../../shared/fields/richText/nodes.ts'
import type { Json } from '../../../../shared/json.ts'
import { isDataNode } from '../../../../renderer/richtext/data-nodes/data-node.ts'
import { $isUnknownNode } from '../../../../renderer/richtext/nodes/unknown-node.tsx'
import { list, listItem } from '../../shared/rich-text/build-nodes.ts'
import { blockNode, everything, openEditor, para, rich, textNode } from './rich-text-fixtures.ts'

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

function open(value: Json, config = everything) {
  const made = openEditor(value, config)
  opened.push(made.close)
  return made
}

/** The text at an index among the top-level nodes. */
function $textAt(index: number): TextNode {
  const top = $getRoot().getChildAtIndex(index)
  const text = $isElementNode(top) ? top.getFirstDescendant() : null
  if (!$isTextNode(text)) throw new Error('no text there')
  return text
}

const type = (editor: LexicalEditor, index: number, text: string, at = Number.MAX_SAFE_INTEGER): void =>
  editor.update(
    () => {
      const node = $textAt(index)
      const place = Math.min(at, node.getTextContentSize())
      node.select(place, place).insertText(text)
    },
    { discrete: true },
  )

/** The words around the caret: `ab|c`. */
const caret = (editor: LexicalEditor): string =>
  editor.getEditorState().read(() => {
    const selection = $getSelection()
    if (!$isRangeSelection(selection)) return 'none'
    const { anchor } = selection
    const text = anchor.getNode().getTextContent()
    return `${text.slice(0, anchor.offset)}|${text.slice(anchor.offset)}`
  })

const odd = { type: 'from-the-future', version: 7, odd: { deep: [1, null] }, children: [textNode('inside')] }
const everyKind = rich(
  para('first', { mine: 'kept', version: 3 }),
  blockNode('heading', [textNode('Title', { $: { color: 'red' } })], { tag: 'h2' }),
  odd,
  { type: 'horizontalrule', version: 1 },
  blockNode('quote', [textNode('a'), textNode('b', { format: 3 }), { type: 'linebreak', version: 1 }]),
  para(''),
)

describe('an editor and the value of its field', () => {
  it('opening a text, its rules having run over it, gives the form nothing', () => {
    const { given, errors, binding } = open(everyKind)
    binding.receive(everyKind)
    expect(given).toEqual([])
    expect(errors).toEqual([])
  })

  it('an empty field shows a paragraph and stays empty', () => {
    for (const value of [null, rich(), { root: { children: [] } }]) {
      const { editor, given } = open(value)
      expect(editor.getEditorState().read(() => $getRoot().getChildrenSize())).toBe(1)
      expect(given).toEqual([])
    }
  })

  it('an edit in one node changes only it: all others are the objects that were received', () => {
    const { editor, given } = open(everyKind)
    type(editor, 0, '!')
    expect(given).toHaveLength(1)
    const [before, after] = [topNodes(everyKind), topNodes(given[0]?.value)]
    expect(after).toHaveLength(before.length)
    expect(after.filter((node, at) => node !== before[at])).toEqual([after[0]])
    expect(after[0]).toEqual(para('first!', { mine: 'kept', version: 3 }))
    expect(given[0]?.how).toMatchObject({ typing: true })
  })

  it('what is typed and deleted again is the value that was received, the same object', () => {
    const { editor, given } = open(everyKind)
    type(editor, 0, '!')
    editor.update(() => void $textAt(0).setTextContent('first').select(5, 5), { discrete: true })
    expect(given.at(-1)?.value).toEqual(everyKind)
    expect(topNodes(given.at(-1)?.value)[0]).toBe(topNodes(everyKind)[0])
  })

  it('a node that is not known is shown, stays as it is and can be removed', () => {
    const { editor, given } = open(everyKind)
    const unknown = () => editor.getEditorState().read(() => $getRoot().getChildren().filter($isUnknownNode))
    expect(unknown().map((node) => node.isInline())).toEqual([false])
    type(editor, 0, '!')
    expect(topNodes(given.at(-1)?.value)[2]).toBe(odd)
    editor.update(() => $getRoot().getChildAtIndex(2)?.remove(), { discrete: true })
    expect(topNodes(given.at(-1)?.value)).not.toContain(odd)
    expect(topNodes(given.at(-1)?.value)).toHaveLength(5)
  })

  it('a node that is not known is kept beside what is typed around it, also inside a line', () => {
    const inline = { type: 'mention', user: 'u1' }
    const value = rich(blockNode('paragraph', [textNode('to '), inline, textNode(' with love')]))
    const { editor, given, errors } = open(value)
    type(editor, 0, 'dear ')
    expect(topNodes(given.at(-1)?.value)).toMatchObject([
      { children: [{ text: 'to dear ' }, inline, { text: ' with love' }] },
    ])
    expect(errors).toEqual([])
  })

  it('whatever stands in a text, it is loaded, and stays', () => {
    const values = [
      'words',
      null,
      7,
      textNode('bare'),
      { type: 'root', children: [] },
      { type: 'galley-unknown', node: { type: 'x' } },
      { type: 'list', children: [para('no item')] },
      { type: 'table', children: [{ type: 'tablerow', children: [textNode('no cell')] }] },
      { type: 'heading', tag: 'h9', indent: -2.5, format: 7, children: 'none' },
      { type: 'paragraph', children: [null, 3, { text: 'no type' }], $slots: { a: 1 } },
    ]
    const value = rich(...values, para('last'))
    const { editor, given, errors } = open(value)
    expect(given).toEqual([])
    type(editor, values.length, '!')
    expect(topNodes(given.at(-1)?.value).slice(0, -1)).toEqual(values)
    expect(errors).toEqual([])
  })

  it('a paragraph that becomes a heading keeps what is not known of it', () => {
    const value = rich(para('Title', { mine: 'kept' }))
    const { editor, given } = open(value)
    editor.update(() => $setBlocksType($textAt(0).select(), () => $createHeadingNode('h2')), {
      discrete: true,
    })
    expect(topNodes(given.at(-1)?.value)).toMatchObject([{ type: 'heading', tag: 'h2', mine: 'kept' }])
    expect(given.at(-1)?.how).toMatchObject({ typing: false })
  })

  it('a format and a new paragraph are steps of their own, typing is a burst of its node', () => {
    const { editor, given } = open(rich(para('one'), para('two')))
    type(editor, 0, '!')
    type(editor, 1, '!')
    editor.update(() => void $textAt(1).select(0, 2), { discrete: true })
    editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'bold')
    editor.read(() => undefined)
    editor.update(() => void $getRoot().append($createParagraphNode()), { discrete: true })
    expect(given.map(({ how }) => how.typing)).toEqual([true, true, false, false])
    expect(given[0]?.how.part).not.toBe(given[1]?.how.part)
  })

  it('a newer value replaces only what is different, and the caret stays', () => {
    const { editor, binding, given } = open(rich(para('one'), para('two'), para('three')))
    const keys = () => editor.getEditorState().read(() => $getRoot().getChildrenKeys())
    editor.update(() => void $textAt(1).select(2, 2), { discrete: true })
    const before = keys()
    binding.receive(rich(para('zero'), para('one'), para('two'), para('three, longer')))
    expect(caret(editor)).toBe('tw|o')
    expect(keys().slice(1, 3)).toEqual(before.slice(0, 2))
    expect(given).toEqual([])
    binding.receive(rich(para('zero'), para('one'), para('It is two'), para('three, longer')))
    expect(caret(editor)).toBe('It is tw|o')
    binding.receive(rich(para('zero')))
    expect(caret(editor)).toBe('|zero')
    binding.receive(null)
    expect(editor.getEditorState().read(() => $getRoot().getTextContent())).toBe('')
    expect(given).toEqual([])
  })

  it('a node of data goes on in whatever holds it in a newer value, and back again', () => {
    const file = {
      type: 'upload',
      version: 3,
      format: '',
      id: 'u1',
      relationTo: 'media',
      value: 7,
      fields: {},
    }
    const cell = (...inside: Json[]) => blockNode('tablecell', inside, { headerState: 0 })
    const table = blockNode('table', [blockNode('tablerow', [cell(file), cell(para('beside'))])])
    const flat = rich(para('one'), para('gone'), file, para('two'), para('three'))
    const nested = rich(para('one'), table, para('two!'), para('three'))
    const { editor, binding, given, errors, root } = open(flat)
    const key = () =>
      editor.read(() =>
        $dfs()
          .find(({ node }) => isDataNode(node))
          ?.node.getKey(),
      )
    const before = key()
    for (const value of [nested, flat, nested]) {
      binding.receive(value)
      expect(key()).toBe(before)
      expect(root.textContent).toBe(value === flat ? 'onegonetwothree' : 'onebesidetwo!three')
    }
    type(editor, 0, '!')
    expect(topNodes(given.at(-1)?.value)).toEqual([para('one!'), ...topNodes(nested).slice(1)])
    expect(errors).toEqual([])
  })

  it('after a newer value an edit still changes only its node', () => {
    const { editor, binding, given } = open(rich(para('one'), para('two')))
    type(editor, 0, '!')
    const newer = rich(para('one!'), para('two', { by: 'server' }), odd)
    binding.receive(newer)
    type(editor, 0, '?')
    expect(topNodes(given.at(-1)?.value)).toEqual([para('one!?'), ...topNodes(newer).slice(1)])
    expect(topNodes(given.at(-1)?.value)[1]).toBe(topNodes(newer)[1])
  })

  it('what was taken back is shown: the caret goes behind it', () => {
    const { editor, binding } = open(rich(para('one'), para('two')))
    binding.receive(rich(para('one'), para('two words')))
    expect(binding.takeChangedPlace()).toBe(true)
    expect(caret(editor)).toBe('two words|')
    expect(binding.takeChangedPlace()).toBe(false)
  })

  it('in a list the caret goes to the item whose depth, line or words were taken back', () => {
    const item = (words: string) => listItem(words === '' ? [] : [textNode(words)])
    const nested = (...items: Json[]) => listItem([list('bullet', items)])
    const after = (was: Json[], is: Json[]): string => {
      const { editor, binding } = open(rich(list('bullet', was)))
      binding.receive(rich(list('bullet', is)))
      expect(binding.takeChangedPlace()).toBe(true)
      return caret(editor)
    }
    const flat = ['one', 'two', 'three'].map(item)
    const tabbed = [item('one'), nested(item('two')), item('three')]
    expect(after(tabbed, flat)).toBe('two|')
    expect(after(flat, tabbed)).toBe('two|')
    const deep = [item('one'), nested(item('two'), item('three')), item('four')]
    const raised = [item('one'), nested(item('two')), item('three'), item('four')]
    expect(after(raised, deep)).toBe('three|')
    expect(after(deep, raised)).toBe('three|')
    const entered = [item('one'), item(''), item('two'), item('three')]
    expect(after(entered, flat)).toBe('one|')
    expect(after(flat, entered)).toBe('|')
    expect(after([item('two'), item('three')], flat)).toBe('one|')
    expect(after([item('one'), item('t'), item('wo'), item('three')], flat)).toBe('t|wo')
    expect(after(flat, [item('one'), item('t'), item('wo'), item('three')])).toBe('|wo')
  })

  it('while an input method is at work nothing is replaced, and neither edit undoes the other', () => {
    const { editor, binding, given, root } = open(rich(para('one'), para('two')))
    const compose = (key: string | null): void =>
      editor.update(() => $setCompositionKey(key), { discrete: true })
    compose(editor.getEditorState().read(() => $textAt(0).getKey()))
    type(editor, 0, 'の')
    binding.receive(rich(para('oneの'), para('two, by somebody else')))
    // During a composition Lexical keeps an invisible character on the page.
    expect(root.textContent.replaceAll('\u200B', '')).toBe('oneのtwo')
    type(editor, 0, 'は')
    expect(given.map(({ how }) => how.composing)).toEqual([true, true])
    expect(given.at(-1)?.value).toEqual(rich(para('oneのは'), para('two, by somebody else')))
    compose(null)
    editor.dispatchCommand(COMPOSITION_END_COMMAND, new CompositionEvent('compositionend'))
    return waitFor(() => expect(root.textContent).toBe('oneのはtwo, by somebody else'))
  })

  it('an edit that is under way when a newer value comes is made in the newer value', () => {
    const { editor, binding, given, root } = open(rich(para('one'), para('two')))
    editor.update(() => $textAt(0).select().insertText('!'))
    binding.receive(rich(para('one'), para('two, by somebody else')))
    expect(given.map(({ value }) => value)).toEqual([rich(para('one!'), para('two, by somebody else'))])
    expect(root.textContent).toBe('one!two, by somebody else')
  })

  it('10,000 paragraphs: a key makes one of them anew', () => {
    const value = rich(...Array.from({ length: 10_000 }, (_, at) => para(`Paragraph ${at}`)))
    const { editor, binding, given } = open(value)
    binding.finish()
    type(editor, 5_000, '!')
    const [before, after] = [topNodes(value), topNodes(given.at(-1)?.value)]
    expect(after.filter((node, at) => node !== before[at])).toEqual([para('Paragraph 5000!')])
  })
})
