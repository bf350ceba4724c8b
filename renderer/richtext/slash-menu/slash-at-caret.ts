import { $getNodeByKey, $getSelection, $isLineBreakNode, $isRangeSelection, $isTextNode } from 'lexical'
import type { NodeKey } from 'lexical'

/** A slash in front of the caret, and what was typed behind it. */
export type Slash = { key: NodeKey; start: number; typed: string }

/** Also as keyboards of Chinese and Japanese write it. */
const SLASH = /(?:^|\s)([/／、])([^\s/／、][^/／、]{0,30})?$/u

/**
 * Returns the slash at the caret: at the start of a line or behind a space, not in code. Inside of a read.
 */
export function $slashAtCaret(): Slash | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed() || selection.anchor.type !== 'text')
    return null
  const node = selection.anchor.getNode()
  if (!$isTextNode(node) || !node.isSimpleText() || node.hasFormat('code')) return null
  const found = SLASH.exec(node.getTextContent().slice(0, selection.anchor.offset))
  if (found === null) return null
  const typed = found[2] ?? ''
  const start = selection.anchor.offset - typed.length - 1
  const before = node.getPreviousSibling()
  const isBehindWord =
    start === 0 && before !== null && !$isLineBreakNode(before) && !/\s$/.test(before.getTextContent())
  return isBehindWord ? null : { key: node.getKey(), start, typed }
}

/** Removes the slash and the text typed behind it. */
export function $removeSlash({ key, start, typed }: Slash): void {
  const node = $getNodeByKey(key)
  if (!$isTextNode(node)) return
  node.select(start, Math.min(start + typed.length + 1, node.getTextContentSize())).removeText()
}
