import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $isElementNode,
  $isParagraphNode,
  $isTextNode,
} from 'lexical'
import { $createListItemNode, $createListNode, $isListNode } from '@lexical/list'
import type { LexicalEditor } from 'lexical'
import { afterEach, expect, test } from 'vitest'
import { $importTopNode } from '../../../../renderer/richtext/binding/import-node.ts'
import { createRichTextEditor } from '../../../../renderer/richtext/create-editor.ts'
import { $createLinkNode } from '../../../../renderer/richtext/features/links/link-node.ts'
import { $setLink } from '../../../../renderer/richtext/features/links/link-operations.ts'
import { $moveItems } from '../../../../renderer/richtext/features/lists/selected-items.ts'
import { editorFeatures } from '../../../../renderer/richtext/features/registry.ts'
import { $duplicate, $moveTopNodes } from '../../../../renderer/richtext/features/top-blocks/top-blocks.ts'
import { blockNode, everything } from './rich-text-fixtures.ts'

/* More nodes beside each other than one call takes as arguments. */

const MANY = 200_000
let end = (): void => undefined
afterEach(() => end())

/** Does something in an editor that is on no page; what it answers. */
function inEditor<T>(work: (editor: LexicalEditor) => T): T {
  const made = createRichTextEditor(everything, editorFeatures, (error) => {
    throw error
  })
  ;({ end } = made)
  const answers: T[] = []
  made.editor.update(() => answers.push(work(made.editor)), { discrete: true })
  const [answer] = answers
  if (answer === undefined) throw new Error('Nothing was done')
  return answer
}

test('a block of very many nodes is read as what it is', () => {
  const json = blockNode(
    'paragraph',
    Array.from({ length: MANY }, () => ({ type: 'linebreak', version: 1 })),
  )
  const sizes = inEditor(() => {
    const { node } = $importTopNode(json)
    return [$isParagraphNode(node), $isElementNode(node) && node.getChildrenSize()]
  })
  expect(sizes).toEqual([true, MANY])
})

test('a block of very many nodes is duplicated', () => {
  const sizes = inEditor(() => {
    const paragraph = $createParagraphNode()
    for (let at = 0; at < MANY; at++) paragraph.append($createLineBreakNode())
    $getRoot().clear().append(paragraph)
    $duplicate([paragraph], everything)
    return $getRoot()
      .getChildren()
      .map((node) => $isElementNode(node) && node.getChildrenSize())
  })
  expect(sizes).toEqual([MANY, MANY])
})

test('very many blocks are moved to the end of a text', () => {
  const first = inEditor(() => {
    const paragraphs = Array.from({ length: MANY }, () => $createParagraphNode())
    const root = $getRoot().clear()
    for (const paragraph of paragraphs) root.append(paragraph)
    const last = $createParagraphNode()
    root.append(last)
    return [$moveTopNodes(paragraphs, MANY + 1), root.getFirstChild()?.is(last), root.getChildrenSize()]
  })
  expect(first).toEqual([true, true, MANY + 1])
})

test('what stands behind the words of a link that become another one stays linked, however much it is', () => {
  const sizes = inEditor(() => {
    const [before, words] = [$createTextNode('a'), $createTextNode('b')]
    const link = $createLinkNode({ url: '/old' }).append(words)
    for (let at = 0; at < MANY; at++) link.append($createLineBreakNode())
    const paragraph = $createParagraphNode().append(before, link)
    $getRoot().clear().append(paragraph)
    before.select(0, 0).focus.set(words.getKey(), 1, 'text')
    $setLink({ url: '/new' })
    return paragraph.getChildren().map((node) => $isElementNode(node) && node.getChildrenSize())
  })
  expect(sizes).toEqual([2, MANY])
})

test.each([
  ['# ', 'heading', MANY],
  ['- ', 'list', MANY],
])('very much behind what is typed as %j becomes a %s with it', (typed, type, size) => {
  const { editor, end: stop } = createRichTextEditor(everything, editorFeatures, (error) => {
    throw error
  })
  end = stop
  const put = (text: string) => {
    const first = $getRoot().getFirstDescendant()
    if ($isTextNode(first)) first.setTextContent(text).select(text.length, text.length)
  }
  editor.update(
    () => {
      const paragraph = $createParagraphNode().append($createTextNode('x'))
      for (let at = 0; at < MANY; at++) paragraph.append($createLineBreakNode())
      $getRoot().clear().append(paragraph)
      put(typed.trim())
    },
    { discrete: true },
  )
  editor.update(() => put(typed), { discrete: true })
  editor.read(() => {
    const made = $getRoot().getFirstChild()
    const around = $isListNode(made) ? made.getFirstChild() : made
    expect([made?.getType(), $isElementNode(around) && around.getChildrenSize()]).toEqual([type, size])
  })
})

test('very many items of a list are moved out of it, past the block beside it', () => {
  const sizes = inEditor(() => {
    const list = $createListNode('bullet')
    const items = Array.from({ length: MANY }, () => $createListItemNode())
    const stays = $createListItemNode()
    list.append(stays)
    for (const item of items) list.append(item)
    $getRoot().clear().append(list, $createParagraphNode())
    const [first] = items
    if (first === undefined) throw new Error('There are no items')
    $moveItems({ list, first, nodes: items }, 1)
    return $getRoot()
      .getChildren()
      .map((node) => $isElementNode(node) && node.getChildrenSize())
  })
  expect(sizes).toEqual([1, 0, MANY])
})
