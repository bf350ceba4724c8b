/**
 * A position in a text as the path of child indexes from its root, and an offset. Texts that look the same
 * have the same paths.
 */
export type PlaceInDom = { way: readonly number[]; offset: number }

/** Returns the position at a point of the window, in CSS pixels; null if the point is outside of the text. */
export function placeAt(root: HTMLElement, x: number, y: number): PlaceInDom | null {
  const { ownerDocument } = root
  const found = 'caretPositionFromPoint' in ownerDocument ? ownerDocument.caretPositionFromPoint(x, y) : null
  if (found === null || !root.contains(found.offsetNode)) return null
  const way: number[] = []
  for (let node: Node = found.offsetNode; node !== root && node.parentNode !== null; node = node.parentNode)
    way.unshift([...node.parentNode.childNodes].findIndex((child) => child === node))
  return { way, offset: found.offset }
}

/** Moves the caret to a position, or as near as possible. */
export function caretIn(root: HTMLElement, { way, offset }: PlaceInDom): void {
  let node: Node = root
  for (const index of way) node = node.childNodes[index] ?? node
  const size = node instanceof Text ? node.length : node.childNodes.length
  root.ownerDocument.getSelection()?.collapse(node, Math.min(offset, size))
}
