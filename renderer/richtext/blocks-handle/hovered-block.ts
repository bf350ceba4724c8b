import { $getRoot } from 'lexical'
import type { LexicalEditor, NodeKey } from 'lexical'

/** A top-level block and where it is in the window, in CSS pixels. */
export type HoveredBlock = { key: NodeKey; top: number; bottom: number; height: number }

/**
 * The block at a height of the window: between two of them the nearer one. The text is searched by halves, for it may
 * have thousands.
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

/** In front of which block something that is let go at a height is put: an index, the number of all for the end. */
export function dropIndexAt(editor: LexicalEditor, y: number): { index: number; lineAt: number } | null {
  const block = blockAt(editor, y)
  if (block === null) return null
  const at = editor.read(() => $getRoot().getChildrenKeys().indexOf(block.key))
  const isBelow = y > (block.top + block.bottom) / 2
  return { index: isBelow ? at + 1 : at, lineAt: isBelow ? block.bottom : block.top }
}
