import { $isListItemNode, $isListNode } from '@lexical/list'
import type { ListItemNode, ListNode, ListType } from '@lexical/list'
import { $findMatchingParent, $getSelection, $isElementNode, $isLeafNode, $isRangeSelection } from 'lexical'
import type { LexicalNode } from 'lexical'

export function $itemOf(node: LexicalNode): ListItemNode | null {
  return $findMatchingParent(node, $isListItemNode)
}

export function $listOf(node: LexicalNode): ListNode | null {
  return $findMatchingParent(node, $isListNode)
}

/**
 * Returns the one type of the lists around the selection; null: some of it is in no list, or the types
 * differ.
 */
export function $selectedListType(): ListType | null {
  const types = new Set($selectedLines().map((node) => $listOf(node)?.getListType() ?? null))
  const [type = null] = types
  return types.size === 1 ? type : null
}

/** The numbered list in which the selection begins. */
export function $numberedList(): ListNode | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return null
  const list = $listOf((selection.isBackward() ? selection.focus : selection.anchor).getNode())
  return list?.getListType() === 'number' ? list : null
}

/** The selected items with a box, each once. */
export function $selectedCheckItems(): ListItemNode[] {
  const items = $selectedLines().map($itemOf)
  return [...new Set(items)].filter((item) => item !== null).filter((item) => item.getChecked() !== undefined)
}

/** Selected nodes that hold no others: texts, and empty elements. */
function $selectedLines(): LexicalNode[] {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return []
  const nodes = selection
    .getNodes()
    .filter((node) => $isLeafNode(node) || ($isElementNode(node) && node.isEmpty()))
  return nodes.length > 0 ? nodes : [selection.anchor.getNode()]
}
