/** A place in a text by the way to it: indexes of children, and an offset in the last. The same in what looks the same. */
export type PlaceInDom = { way: readonly number[]; offset: number }

/** In a text at a place of the window, in CSS pixels; null: there is none. */
export function placeAt(root: HTMLElement, x: number, y: number): PlaceInDom | null {
  const { ownerDocument } = root
  const found = 'caretPositionFromPoint' in ownerDocument ? ownerDocument.caretPositionFromPoint(x, y) : null
  if (found === null || !root.contains(found.offsetNode)) return null
  const way: number[] = []
  for (let node: Node = found.offsetNode; node !== root && node.parentNode !== null; node = node.parentNode)
    way.unshift([...node.parentNode.childNodes].findIndex((child) => child === node))
  return { way, offset: found.offset }
}

/** Puts the caret there, or as near as there is something. */
export function caretIn(root: HTMLElement, { way, offset }: PlaceInDom): void {
  let node: Node = root
  for (const index of way) node = node.childNodes[index] ?? node
  const size = node instanceof Text ? node.length : node.childNodes.length
  root.ownerDocument.getSelection()?.collapse(node, Math.min(offset, size))
}
