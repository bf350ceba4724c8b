/** A place in the layer over a text, in pixels from its top left corner. */
export type Place = { left: number; top: number; width: number; height: number }

/** Where an element is in the layer; null: it is scrolled out of what is around it. */
export function placeIn(layer: Element, element: Element): Place | null {
  const box = element.getBoundingClientRect()
  const around = layer.getBoundingClientRect()
  const scroll = element.closest('table')?.parentElement?.getBoundingClientRect()
  if (scroll !== undefined && (box.right < scroll.left || box.left > scroll.right)) return null
  return {
    left: box.left - around.left,
    top: box.top - around.top,
    width: box.width,
    height: box.height,
  }
}

export function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl'
}
