import { $isListItemNode, $isListNode } from '@lexical/list'
import type { ListItemNode, ListNode } from '@lexical/list'
import {
  $copyNode,
  $createParagraphNode,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isRootOrShadowRoot,
} from 'lexical'
import type { LexicalNode } from 'lexical'
import { $listOf } from './list-selection.ts'
import { $appendAll } from '../../append-all.ts'

/** Adjacent items of one list with their nested lists, which are moved, copied and removed together. */
export type SelectedItems = { list: ListNode; first: ListItemNode; nodes: ListItemNode[] }

/** Returns the selected items; null: some of the selection is outside of their list. */
export function $selectedItems(): SelectedItems | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return null
  const [anchor, focus] = [selection.anchor.getNode(), selection.focus.getNode()]
  let list = $listOf(anchor)
  while (list !== null && !list.is(focus) && !list.isParentOf(focus)) list = $listAround(list)
  if (list === null) return null
  const groups = $groups(list)
  const at = [$indexOf(groups, anchor), $indexOf(groups, focus)]
  // A point that is in no item is in the list itself.
  const nodes = (at.includes(-1) ? groups : groups.slice(Math.min(...at), Math.max(...at) + 1)).flat()
  const [first] = nodes
  return first === undefined ? null : { list, first, nodes }
}

/**
 * Returns the position of a moved node, from 1, among the items of its list or the blocks around it, and
 * their number.
 */
export function $placeOf(node: LexicalNode): { at: number; count: number } {
  const parent = node.getParentOrThrow()
  if (!$isListNode(parent)) return { at: node.getIndexWithinParent() + 1, count: parent.getChildrenSize() }
  const groups = $groups(parent)
  // The only item of a list is moved like the list itself.
  if (groups.length === 1 && $isRootOrShadowRoot(parent.getParent())) return $placeOf(parent)
  return { at: $indexOf(groups, node) + 1, count: groups.length }
}

/**
 * Moves items by one position; at the end of their list into the outer list, or past the next block. False:
 * there is nothing to move past.
 */
export function $moveItems({ list, first, nodes }: SelectedItems, by: -1 | 1): boolean {
  const groups = $groups(list)
  const end = (by === -1 ? first : nodes.at(-1)) ?? first
  const beside = groups[$indexOf(groups, end) + by]
  if (beside !== undefined) {
    $putBeside(nodes, beside, by)
    return true
  }
  const around = list.getParent()
  const outer = around === null ? null : $listOf(around)
  if ($isListItemNode(around) && outer !== null) {
    const [group = []] = $groups(outer).filter((one) => $indexOf([one], around) === 0)
    $putBeside(nodes, group, by)
    if (list.isEmpty()) around.remove()
    return true
  }
  const block = by === -1 ? list.getPreviousSibling() : list.getNextSibling()
  if (block === null) return false
  const part = nodes.length === list.getChildrenSize() ? list : $partOf(list, nodes, block, by)
  if (by === -1) block.insertBefore(part)
  else block.insertAfter(part)
  return true
}

/**
 * Moves items at the start or end of a list into a new list, which Lexical joins with a list of the same type beside
 * it.
 */
function $partOf(list: ListNode, nodes: readonly ListItemNode[], block: LexicalNode, by: -1 | 1): ListNode {
  const part = $copyNode(list)
  const met = by === -1 ? block.getPreviousSibling() : block.getNextSibling()
  const joins = $isListNode(met) && met.getListType() === list.getListType()
  const [all, moved] = [$counted(list.getChildren()), $counted(nodes)]
  if (by === -1) {
    // The remaining list continues its numbers, unless it had its own beside the joined list.
    if (!joins || list.getStart() === met.getStart() + $counted(met.getChildren()))
      list.setStart(list.getStart() + moved)
  } else {
    const countsOn = !joins || met.getStart() === list.getStart() + all
    part.setStart(countsOn ? list.getStart() + all - moved : met.getStart())
  }
  $appendAll(part, nodes)
  return part
}

/** Counts the items that have a number. */
function $counted(nodes: readonly LexicalNode[]): number {
  return nodes.filter((node) => $isListItemNode(node) && !$nests(node)).length
}

/** Removes items and outer items left empty. The caret goes to the next item, or to the previous one. */
export function $removeItems({ list, nodes }: Pick<SelectedItems, 'list' | 'nodes'>): void {
  const beside = nodes.at(-1)?.getNextSibling() ?? nodes[0]?.getPreviousSibling() ?? null
  if (beside !== null) {
    for (const node of nodes) node.remove()
    if ($isElementNode(beside)) beside.selectStart()
    return
  }
  const around = list.getParentOrThrow()
  const outer = $listOf(around)
  if ($isListItemNode(around) && outer !== null) return $removeItems({ list: outer, nodes: [around] })
  const empty = $createParagraphNode()
  list.replace(empty).selectStart()
}

/** Inserts items in front of a group, or behind it. */
function $putBeside(nodes: readonly ListItemNode[], group: readonly ListItemNode[], by: -1 | 1): void {
  if (by === -1) for (const node of nodes) group[0]?.insertBefore(node)
  else for (const node of nodes.toReversed()) group.at(-1)?.insertAfter(node)
}

/** Returns the index of the group that contains a node; -1: none. */
function $indexOf(groups: readonly ListItemNode[][], node: LexicalNode): number {
  return groups.findIndex((group) => group.some((item) => item.is(node) || item.isParentOf(node)))
}

/**
 * Returns the items of a list in groups: each item with the following items that contain its nested lists.
 */
function $groups(list: ListNode): ListItemNode[][] {
  const groups: ListItemNode[][] = []
  for (const item of list.getChildren().filter($isListItemNode)) {
    const group = groups.at(-1)
    if (group !== undefined && $nests(item)) group.push(item)
    else groups.push([item])
  }
  return groups
}

function $nests(item: ListItemNode): boolean {
  return $isListNode(item.getFirstChild())
}

function $listAround(list: ListNode): ListNode | null {
  const item = list.getParent()
  return item === null ? null : $listOf(item)
}
