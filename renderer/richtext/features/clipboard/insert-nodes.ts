import { $insertGeneratedNodes } from '@lexical/clipboard'
import {
  $createParagraphNode,
  $createTextNode,
  $findMatchingParent,
  $getEditor,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isRootNode,
  $parseSerializedNode,
} from 'lexical'
import type { BaseSelection, LexicalNode } from 'lexical'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import { withFreshNodeIds } from '../../../../shared/fields/richText/fresh-ids.ts'
import { asStored } from './copied.ts'
import { $idOf } from './register-pasted.ts'
import { childrenOf, nodeId, typeOf, wordsOf } from '../../../../shared/fields/richText/nodes.ts'
import { isPlainJson } from '../../../../shared/json.ts'
import type { Json } from '../../../../shared/json.ts'
import { $dfs } from '@lexical/utils'
import { INSERT_LATER_COMMAND, sliceEnd } from '../../binding/insert-later.ts'
import { isInline } from '../../../../shared/fields/richText/node-lines.ts'
import { nodeTypeOf } from '../../../../shared/fields/richText/node-types/registry.ts'

/** Puts nodes where the selection is, and leaves the caret behind them; inside of an update. */
export function $insertJson(nodes: readonly Json[], config: RichTextEditor): void {
  const selection = $getSelection()
  if (selection === null || nodes.length === 0) return
  const end = sliceEnd(nodes)
  const first = nodes.slice(0, end)
  const rest = nodes.slice(end, -1)
  if (rest.length === 0 || nodes.some(isInline) || !$isBetweenBlocks(selection)) {
    $insertGeneratedNodes($getEditor(), nodes.map($made), selection)
    return
  }
  const made = first.map($made)
  // The last node is inserted now, so that the caret can stay behind it while the others are inserted later.
  $insertGeneratedNodes($getEditor(), [...made, ...nodes.slice(-1).map($made)], selection)
  const before = made.findLast((node) => node.isAttached())?.getTopLevelElement()
  if (before === null || before === undefined) return
  const isTaken = $getEditor().dispatchCommand(INSERT_LATER_COMMAND, {
    behind: before.getKey(),
    nodes: $asStored(rest, config),
  })
  if (!isTaken) for (const json of rest.toReversed()) before.insertAfter($made(json))
}

/**
 * Returns nodes as the editor would export them: with new ids for those in use, and without wrappers of
 * unknown nodes.
 */
function $asStored(nodes: readonly Json[], config: RichTextEditor): Json[] {
  const taken = new Set($dfs().flatMap(({ node }) => $idOf(node) ?? []))
  const known = (json: Json): Json => {
    if (!isPlainJson(json)) return json
    const children = childrenOf(json)
    const node = children.length === 0 ? json : { ...json, children: children.map(known) }
    const id = nodeTypeOf(node)?.idIn === undefined ? null : nodeId(node)
    if (id === null) return node
    if (taken.has(id)) return withFreshNodeIds(config, node)
    taken.add(id)
    return node
  }
  return nodes.map((json) => known(asStored(json)))
}

/** True if both ends of the selection are in top-level blocks, not in a list or cell. */
function $isBetweenBlocks(selection: BaseSelection): boolean {
  return (
    $isRangeSelection(selection) &&
    [selection.anchor, selection.focus].every((point) => {
      const block = $findMatchingParent(point.getNode(), (node) => $isElementNode(node) && !node.isInline())
      return block !== null && ($isRootNode(block) || $isRootNode(block.getParent()))
    })
  )
}

/** Makes a node; if the editor cannot, a text node with its words, in a paragraph unless the node is inline. */
function $made(json: Json): LexicalNode {
  try {
    if (isPlainJson(json)) return $parseSerializedNode({ ...json, type: typeOf(json) })
  } catch {
    // One of its nodes is none that this editor has.
  }
  const words = $createTextNode(wordsOf(json))
  return isInline(json) ? words : $createParagraphNode().append(words)
}
