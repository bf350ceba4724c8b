import { holdScroll } from '../../../data/kept-place.ts'

/**
 * The element at the top of a scrolled form: the end of its id, behind the form's own, and its distance from the
 * edge.
 */
export type PlaceInView = { end: string; below: number }

/** Returns the scroll position of a form by its elements; null at the top. `formId`: prefix of the elements' ids. */
export function placeInView(scrolled: HTMLElement, formId: string): PlaceInView | null {
  if (scrolled.scrollTop === 0) return null
  const edge = scrolled.getBoundingClientRect().top
  let last: PlaceInView | null = null
  for (const element of scrolled.querySelectorAll(`[id^="${formId}-"]`)) {
    const { top, bottom } = element.getBoundingClientRect()
    if (bottom <= edge) continue
    const place = { end: element.id.slice(formId.length), below: top - edge }
    if (top >= edge) return place
    last = place
  }
  return last
}

/** Scrolls another form of the same document to that position, and holds it while content above arrives. */
export function showPlace(
  scrolled: HTMLElement,
  formId: string,
  place: PlaceInView,
): ReturnType<typeof holdScroll> {
  return holdScroll(scrolled, () => {
    const element = document.getElementById(`${formId}${place.end}`)
    if (element === null) return
    const below = element.getBoundingClientRect().top - scrolled.getBoundingClientRect().top
    scrolled.scrollTop += below - place.below
  })
}
