import { holdScroll } from '../../../data/kept-place.ts'

/** What stands at the top of a scrolled form: the end of its id, after the form's own, and how far below the edge it is. */
export type PlaceInView = { end: string; below: number }

/** Where a form is scrolled to; null: to its beginning. `formId`: with which the ids of its elements begin. */
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

/** Scrolls another form of the same document to that place, and holds it there while what is above it comes. */
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
