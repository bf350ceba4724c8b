import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $isElementNode,
  $isRangeSelection,
  $getSelection,
  PASTE_COMMAND,
  type LexicalEditor,
} from 'lexical'
import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { childrenOf, nodeId, topNodes, typeOf } from '../../../../shared/fields/richText/nodes.ts'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import type { Json } from '../../../../shared/json.ts'
import { registerClipboard } from '../../../../renderer/richtext/features/clipboard/register-clipboard.ts'
import { SLICE } from '../../../../renderer/richtext/binding/insert-later.ts'
import { blockNode, everything, openEditor, para, rich, textNode } from './rich-text-fixtures.ts'

const MANY = SLICE * 4
const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

function open(value: Json, config: RichTextEditor = everything) {
  const made = openEditor(value, config)
  const stop = registerClipboard(made.editor, {
    config,
    collections: [],
    server: null,
    words: () => '',
    onLeftOut: () => undefined,
    onFiles: () => false,
  })
  opened.push(stop, made.close)
  return made
}

const lines = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `line ${from + at}`)
const shown = (root: HTMLElement): string[] => [...root.children].map((one) => one.textContent)
const wordsOf = (value: Json): string[] =>
  topNodes(value).map((node) => JSON.stringify(node).match(/"text":"([^"]*)"/)?.[1] ?? '')

/** Pastes at the end of the first paragraph. */
function paste(editor: LexicalEditor, text: string, kind = 'text/plain'): void {
  editor.update(
    () => {
      const first = $getRoot().getFirstChild()
      if ($isElementNode(first)) first.selectEnd()
    },
    { discrete: true },
  )
  const data = { files: [], getData: (type: string) => (type === kind ? text : '') }
  const event = new Event('paste', { cancelable: true })
  Object.defineProperty(event, 'clipboardData', { value: data })
  editor.dispatchCommand(PASTE_COMMAND, event as ClipboardEvent)
  editor.read(() => undefined)
}

const type = (editor: LexicalEditor, text: string): void =>
  editor.update(
    () => {
      const selection = $getSelection()
      if ($isRangeSelection(selection)) selection.insertText(text)
    },
    { discrete: true },
  )

describe('a long paste', () => {
  const before = rich(para('first'), para('last'))
  const pasted = lines(0, MANY)
  const after = ['firstline 0', ...pasted.slice(1), 'last']

  it('is one value and one step at once, and comes into the editor in slices', async () => {
    const { editor, root, given, last } = open(before)
    paste(editor, pasted.join('\n'))
    expect(given).toHaveLength(1)
    expect(given[0]?.how.typing).toBe(false)
    expect(wordsOf(last())).toEqual(after)
    expect(root.childElementCount).toBeLessThan(MANY)
    await waitFor(() => expect(shown(root)).toEqual(after))
    expect(given).toHaveLength(1)
  })

  it('what is typed meanwhile is at the caret behind it, and nothing is lost', async () => {
    const { editor, root, given, last } = open(before)
    paste(editor, pasted.join('\n'))
    type(editor, '!')
    expect(root.childElementCount).toBeLessThan(MANY)
    const typed = after.map((line) => (line === `line ${MANY - 1}` ? `${line}!` : line))
    expect(wordsOf(last())).toEqual(typed)
    await waitFor(() => expect(shown(root)).toEqual(typed))
    type(editor, '?')
    expect(wordsOf(last())).toEqual(typed.map((line) => line.replace('!', '!?')))
    expect(given).toHaveLength(3)
  })

  it('an undo meanwhile takes all of it back, and a redo brings all of it again', async () => {
    const { editor, binding, root, given, last } = open(before)
    paste(editor, pasted.join('\n'))
    const whole = last()
    binding.receive(before)
    expect(shown(root)).toEqual(['first', 'last'])
    binding.receive(whole)
    await waitFor(() => expect(shown(root)).toEqual(after))
    expect(given).toHaveLength(1)
  })

  it('whoever selects all, or copies, meanwhile meets the whole text', () => {
    const { editor, root } = open(before)
    paste(editor, pasted.join('\n'))
    root.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }))
    root.dispatchEvent(new KeyboardEvent('keydown', { key: 'b', bubbles: true }))
    expect(root.childElementCount).toBeLessThan(MANY)
    root.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true }))
    expect(shown(root)).toEqual(after)
  })

  it('in a node that is gone meanwhile the rest keeps its place', async () => {
    const { editor, root, last } = open(before)
    paste(editor, pasted.join('\n'))
    editor.update(
      () =>
        $getRoot()
          .getChildAtIndex(SLICE - 1)
          ?.remove(),
      { discrete: true },
    )
    const left = after.filter((line) => line !== `line ${SLICE - 1}`)
    expect(wordsOf(last())).toEqual(left)
    await waitFor(() => expect(shown(root)).toEqual(left))
  })
})

const list = (words: string): Json =>
  blockNode('list', [blockNode('listitem', [textNode(words)], { value: 1 })], {
    listType: 'bullet',
    start: 1,
    tag: 'ul',
  })

describe('where a slice ends', () => {
  it('lists that stand on both sides of what is still to come stay two', async () => {
    const { editor, last, root } = open(rich(para('')))
    const sections = Array.from({ length: 300 }, (_, at) => `<h2>H${at}</h2><ul><li>i${at}</li></ul>`)
    paste(editor, sections.join(''), 'text/html')
    const words = sections.flatMap((_, at) => [`H${at}`, `i${at}`])
    expect(wordsOf(last())).toEqual(words)
    await waitFor(() => expect(shown(root)).toEqual(words))
    type(editor, '!')
    expect(wordsOf(last())).toEqual([...words.slice(0, -1), 'i299!'])
  })

  it('also of what comes back by an undo', async () => {
    const end = list('z')
    const { editor, binding, last, root } = open(rich(para('a'), end))
    const middle = Array.from({ length: 499 }, (_, at) => (at % 2 === 0 ? para(`p${at}`) : list(`l${at}`)))
    binding.receive(rich(para('a'), ...middle, end))
    editor.update(
      () => {
        const first = $getRoot().getFirstChild()
        if ($isElementNode(first)) first.selectEnd().insertText('!')
      },
      { discrete: true },
    )
    const words = ['a!', ...wordsOf(rich(...middle)), 'z']
    expect(wordsOf(last())).toEqual(words)
    await waitFor(() => expect(shown(root)).toEqual(words))
  })

  it('a node that is put in or replaced there stands where it was put', async () => {
    const all = lines(0, MANY)
    const { editor, last, root } = open(rich(...all.map((line) => para(line))))
    editor.update(
      () => {
        const border = $getRoot().getLastChild()
        const next = $createParagraphNode().append($createTextNode('new'))
        if (border !== null)
          border.replace($createParagraphNode().append($createTextNode('other'))).insertAfter(next)
      },
      { discrete: true },
    )
    const words = [...all.slice(0, SLICE - 1), 'other', 'new', ...all.slice(SLICE)]
    expect(wordsOf(last())).toEqual(words)
    await waitFor(() => expect(shown(root)).toEqual(words))
  })

  it('what comes later is another one where its id is taken, and nothing of it is wrapped', () => {
    const config: RichTextEditor = {
      ...everything,
      nodeTypes: ['from-the-future'],
      link: { fields: [], autoLinks: false, keepsAutoLinks: false, defaultType: 'custom', defaultUrl: '' },
    }
    const link = (id: string): Json =>
      blockNode('link', [textNode('there')], {
        id,
        fields: { linkType: 'custom', url: 'https://example.com' },
      })
    const withLink = blockNode('paragraph', [link('taken')])
    const { editor, last } = open(rich(withLink), config)
    const future = { type: 'galley-unknown', version: 1, inline: false, node: { type: 'from-the-future' } }
    const nodes = [...lines(0, MANY).map((line) => para(line)), withLink, future, para('end')]
    paste(editor, JSON.stringify({ namespace: 'galley', nodes }), 'application/x-lexical-editor')
    const tops = topNodes(last())
    const ids = tops.flatMap(childrenOf).flatMap((one) => (typeOf(one) === 'link' ? [nodeId(one)] : []))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(2)
    expect(tops.map(typeOf)).not.toContain('galley-unknown')
    expect(tops.map(typeOf)).toContain('from-the-future')
  })
})

describe('a long text', () => {
  it('is loaded in slices; what comes from elsewhere meanwhile is in it, and none of it is an edit', async () => {
    const value = rich(...lines(0, MANY).map((line) => para(line)))
    const { binding, root, given } = open(value)
    expect(binding.isLoaded).toBe(false)
    expect(root.childElementCount).toBe(SLICE)
    const newer = rich(...topNodes(value).slice(0, -1), para('from elsewhere'))
    binding.receive(newer)
    expect(shown(root)).toEqual([...lines(0, MANY - 1), 'from elsewhere'])
    expect(binding.isLoaded).toBe(true)
    expect(given).toEqual([])
  })

  it('says once when all of it is there', async () => {
    const { binding, root } = open(rich(...lines(0, MANY).map((line) => para(line))))
    let times = 0
    binding.onLoaded(() => (times += 1))
    await waitFor(() => expect(binding.isLoaded).toBe(true))
    expect(root.childElementCount).toBe(MANY)
    expect(times).toBe(1)
  })
})
