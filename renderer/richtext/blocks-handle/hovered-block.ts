import { $getRoot } from 'lexical'
import type { LexicalEditor, NodeKey } from 'lexical'

/** A top-level block and its position in CSS pixels; `blockAt` counts it from the top of the window. */
export type HoveredBlock = { key: NodeKey; top: number; bottom: number; height: number }

/**
 * Returns the block at a height of the window, or the nearest one. Binary search, since a text may have
 * thousands of blocks.
 */
export function blockAt(editor: LexicalEditor, y: number): HoveredBlock | null {
  const keys = editor.read(() => $getRoot().getChildrenKeys())
  const rectOf = (key: NodeKey | undefined): DOMRect | null =>
    (key === undefined ? null : editor.getElementByKey(key)?.getBoundingClientRect()) ?? null
  let [from, to] = [0, keys.length - 1]
  while (from < to) {
    const middle = (from + to) >> 1
    const [rect, next] = [rectOf(keys[middle]), rectOf(keys[middle + 1])]
    if (rect === null || next === null) return null
    if (y < (rect.bottom + next.top) / 2) to = middle
    else from = middle + 1
  }
  const key = keys[from]
  const rect = rectOf(key)
  return key === undefined || rect === null
    ? null
    : { key, top: rect.top, bottom: rect.bottom, height: rect.height }
}

/**
 * Returns the index in front of which a block is dropped at a height of the window, and the position of the
 * line that shows it. The number of blocks means the end.
 */
export function dropIndexAt(editor: LexicalEditor, y: number): { index: number; lineAt: number } | null {
  const block = blockAt(editor, y)
  if (block === null) return null
  const at = editor.read(() => $getRoot().getChildrenKeys().indexOf(block.key))
  const isBelow = y > (block.top + block.bottom) / 2
  return { index: isBelow ? at + 1 : at, lineAt: isBelow ? block.bottom : block.top }
}
