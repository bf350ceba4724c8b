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

/**
 * Keeps what can be seen of a long text where it is while other elements take its place: of those that were never near
 * the screen only a guess is known of their height. Answers what puts it back.
 */
export function keepPlace(box: HTMLElement | null): (() => void) | null {
  const shown = box?.querySelector<HTMLElement>('[role=textbox][data-long]:not([hidden] *)')
  const scroller = scrollerOf(box)
  if (box == null || shown == null || scroller === null) return null
  const { top } = scroller.getBoundingClientRect()
  const index = [...shown.children].findIndex((child) => child.getBoundingClientRect().bottom > top)
  const before = shown.children[index]?.getBoundingClientRect().top
  if (before === undefined) return null
  return () => {
    const now = box.querySelector('[role=textbox]')?.children[index]?.getBoundingClientRect().top
    if (now !== undefined && now !== before) scroller.scrollTop += now - before
  }
}

function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let around = element?.parentElement ?? null; around !== null; around = around.parentElement) {
    const { overflowY } = getComputedStyle(around)
    if (overflowY === 'auto' || overflowY === 'scroll') return around
  }
  return null
}
