import {
  $copyNode,
  $createParagraphNode,
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isDecoratorNode,
  $isElementNode,
  HISTORY_PUSH_TAG,
} from 'lexical'
import type { LexicalEditor, LexicalNode, NodeKey } from 'lexical'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import { isDataNode } from '../../data-nodes/data-node.ts'
import { withFreshNodeIds } from '../../../../shared/fields/richText/fresh-ids.ts'
import { $appendAll } from '../../append-all.ts'

/** Copies a node with its content; copies of nodes with an id get a new one. */
function $deepCopy(node: LexicalNode, config: RichTextEditor): LexicalNode {
  if (isDataNode(node)) return node.copyWith(withFreshNodeIds(config, node.getData()))
  const copy = $copyNode(node)
  if ($isElementNode(copy) && $isElementNode(node))
    $appendAll(
      copy,
      node.getChildren().map((child) => $deepCopy(child, config)),
    )
  return copy
}

/**
 * Returns the top-level nodes that the selection touches, in the order of the text; none without a selection.
 */
export function $selectedTopNodes(): LexicalNode[] {
  const tops = new Map<NodeKey, LexicalNode>()
  for (const node of $getSelection()?.getNodes() ?? []) {
    const top = node.getTopLevelElement()
    if (top !== null) tops.set(top.getKey(), top)
  }
  return [...tops.values()].toSorted((a, b) => a.getIndexWithinParent() - b.getIndexWithinParent())
}

/**
 * Moves adjacent top-level nodes in front of the node now at an index; the number of nodes means the end.
 * False: they are there already.
 */
export function $moveTopNodes(nodes: readonly LexicalNode[], index: number): boolean {
  const [first] = nodes
  const last = nodes.at(-1)
  if (first === undefined || last === undefined) return false
  const from = first.getIndexWithinParent()
  if (index >= from && index <= last.getIndexWithinParent() + 1) return false
  const before = $getRoot().getChildAtIndex(index)
  if (before === null) $appendAll($getRoot(), nodes)
  else for (const node of nodes) before.insertBefore(node)
  return true
}

/** The first moved node; atEdge: already first or last; null: nothing was moved. */
export type Moved = LexicalNode | 'atEdge' | null

/** Moves adjacent top-level nodes up or down by one. */
export function $moveTopNodesBy(nodes: readonly LexicalNode[], by: -1 | 1): Moved {
  const [first] = nodes
  const last = nodes.at(-1)
  if (first === undefined || last === undefined) return null
  const index = by === -1 ? first.getIndexWithinParent() - 1 : last.getIndexWithinParent() + 2
  if (index < 0 || index > $getRoot().getChildrenSize()) return 'atEdge'
  return $moveTopNodes(nodes, index) ? first : null
}

/** Inserts copies of adjacent nodes right behind them; the caret goes to the first copy. */
export function $duplicate(nodes: readonly LexicalNode[], config: RichTextEditor): void {
  const copies = nodes.map((node) => $deepCopy(node, config))
  let after = nodes.at(-1)
  for (const copy of copies) {
    after?.insertAfter(copy)
    after = copy
  }
  const [first] = copies
  if (first !== undefined) $selectIn(first)
}

/** Removes nodes. The caret goes to the next node, or to the previous one; an empty text gets a paragraph. */
export function $removeTopNodes(nodes: readonly LexicalNode[]): void {
  const next = nodes.at(-1)?.getNextSibling() ?? nodes[0]?.getPreviousSibling() ?? null
  for (const node of nodes) node.remove()
  if (next !== null) $selectIn(next)
  else if ($getRoot().isEmpty()) $getRoot().append($createParagraphNode())
  if ($getSelection() === null) $getRoot().selectEnd()
}

/**
 * Puts the caret into a new paragraph below a top-level node, or into the node if it is an empty paragraph.
 */
export function $paragraphBelow(node: LexicalNode): void {
  const isEmptyParagraph =
    $isElementNode(node) &&
    node.getType() === 'paragraph' &&
    node.getTextContentSize() === 0 &&
    node.isEmpty()
  if (isEmptyParagraph) node.select()
  else {
    const paragraph = $createParagraphNode()
    node.insertAfter(paragraph)
    paragraph.select()
  }
}

export function $selectIn(node: LexicalNode): void {
  if ($isElementNode(node)) node.selectStart()
  else if ($isDecoratorNode(node)) node.selectNext(0, 0)
}

/** Edits whole nodes, as an undo step of its own. */
export function changeBlocks(editor: LexicalEditor, change: () => void): void {
  editor.update(change, { discrete: true, tag: HISTORY_PUSH_TAG })
}

/** Returns the node of a key; null if it is not at the top level any more. */
export function $topNode(key: NodeKey): LexicalNode | null {
  const node = $getNodeByKey(key)
  return node?.getParent()?.is($getRoot()) === true ? node : null
}
