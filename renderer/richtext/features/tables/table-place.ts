/** A place in the layer over a text, in pixels from its top left corner. */
export type Box = { left: number; top: number; width: number; height: number }

/** The visible part of an element in the layer; null: it is scrolled out of view. */
export function placeIn(layer: Element, element: Element): Box | null {
  const box = element.getBoundingClientRect()
  const around = layer.getBoundingClientRect()
  const scroll = element.closest('table')?.parentElement?.getBoundingClientRect() ?? box
  const left = Math.max(box.left, scroll.left)
  const right = Math.min(box.right, scroll.right)
  const top = Math.max(box.top, scroll.top)
  const bottom = Math.min(box.bottom, scroll.bottom)
  if (right < left || bottom < top) return null
  return { left: left - around.left, top: top - around.top, width: right - left, height: bottom - top }
}

export function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl'
}
