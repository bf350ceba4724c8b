import { $insertNodeToNearestRoot } from '@lexical/utils'
import {
  $createNodeSelection,
  $createParagraphNode,
  $getNodeByKey,
  $getPreviousSelection,
  $getRoot,
  $getSelection,
  $isDecoratorNode,
  $isElementNode,
  $isParagraphNode,
  $isRangeSelection,
  $isRootOrShadowRoot,
  $setSelection,
} from 'lexical'
import type { LexicalEditor, LexicalNode, NodeKey } from 'lexical'
import type { RichTextEditor } from '../../../shared/cms/schema-model.ts'
import { isDataNode } from './data-node.ts'
import { withFreshNodeIds } from '../../../shared/fields/richText/fresh-ids.ts'

/** Nodes that were just inserted: their view opens them for input, once. */
const fresh = new WeakMap<LexicalEditor, Set<NodeKey>>()

export function markNew(editor: LexicalEditor, key: NodeKey): void {
  const keys = fresh.get(editor) ?? new Set()
  fresh.set(editor, keys.add(key))
}

/** True if the node was just inserted and its view has not opened it yet. */
export function isNew(editor: LexicalEditor, key: NodeKey): boolean {
  return fresh.get(editor)?.has(key) === true
}

export function forgetNew(editor: LexicalEditor, key: NodeKey): void {
  fresh.get(editor)?.delete(key)
}

/**
 * Inserts a node on a line of its own at the caret: between both parts of the line, or replacing an empty
 * line.
 */
export function insertOnLine(editor: LexicalEditor, make: () => LexicalNode): void {
  editor.update(() => {
    const node = make()
    $selectSomewhere()
    const selection = $getSelection()
    const line = $isRangeSelection(selection) ? selection.focus.getNode() : null
    $insertNodeToNearestRoot(node)
    if ($isParagraphNode(line) && line.isEmpty() && line.isAttached()) line.remove()
    if (node.getNextSibling() === null) node.insertAfter($createParagraphNode())
    $selectNode(node.getKey())
    markNew(editor, node.getKey())
  })
}

/** Puts a node into the line at the caret. */
export function insertInLine(editor: LexicalEditor, make: () => LexicalNode): void {
  editor.update(() => {
    const node = make()
    $selectSomewhere()
    const selection = $getSelection()
    if (selection === null) return
    selection.insertNodes([node])
    const parent = node.getParent()
    if (parent !== null && $isRootOrShadowRoot(parent)) {
      const line = $createParagraphNode()
      node.replace(line)
      line.append(node)
      line.selectEnd()
    }
    markNew(editor, node.getKey())
  })
}

/** Selects the last selection, else the end of the text, if nothing is selected. */
function $selectSomewhere(): void {
  if ($getSelection() !== null) return
  const before = $getPreviousSelection()
  const isThere = before?.getNodes().every((node) => node.isAttached()) === true
  if (before !== null && isThere) $setSelection(before.clone())
  else $getRoot().selectEnd()
}

export function $selectNode(key: NodeKey): void {
  const selection = $createNodeSelection()
  selection.add(key)
  $setSelection(selection)
}

/** Removes a node, and moves the caret to its position. */
export function removeNode(editor: LexicalEditor, key: NodeKey): void {
  editor.update(() => {
    const node = $getNodeByKey(key)
    if (node === null) return
    const parent = node.getParent()
    if (node.isInline()) node.selectPrevious()
    else $leave(node)
    node.remove()
    if (parent !== null && $isRootOrShadowRoot(parent) && parent.isEmpty()) {
      const line = $createParagraphNode()
      parent.append(line)
      line.select()
    }
  })
}

function $leave(node: LexicalNode): void {
  const near = node.getNextSibling() ?? node.getPreviousSibling()
  if ($isElementNode(near)) {
    if (node.getNextSibling() === near) near.selectStart()
    else near.selectEnd()
  } else if ($isDecoratorNode(near)) $selectNode(near.getKey())
}

/** Moves a node past its sibling, if there is one. Returns true if it moved. */
export function moveNode(editor: LexicalEditor, key: NodeKey, direction: 'up' | 'down'): boolean {
  let moved = false
  editor.update(
    () => {
      const node = $getNodeByKey(key)
      const over = direction === 'up' ? node?.getPreviousSibling() : node?.getNextSibling()
      if (node === null || over === null || over === undefined) return
      if (direction === 'up') over.insertBefore(node)
      else over.insertAfter(node)
      $selectNode(key)
      moved = true
    },
    { discrete: true },
  )
  return moved
}

/** Inserts a copy of a node behind it, with new ids. */
export function duplicateNode(editor: LexicalEditor, key: NodeKey, config: RichTextEditor): void {
  editor.update(() => {
    const node = $getNodeByKey(key)
    if (!isDataNode(node)) return
    const made = node.copyWith(withFreshNodeIds(config, node.getData()))
    node.insertAfter(made)
    if (!made.isInline()) $selectNode(made.getKey())
  })
}
