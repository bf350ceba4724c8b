/** Distance from the screen, in CSS pixels, up to which an element counts as near. */
export const NEAR = 1200

type OnNear = (near: boolean) => void

const watched = new WeakMap<Element, OnNear>()
let observer: IntersectionObserver | null = null

/**
 * Calls back when an element comes near the screen and when it is far again; one observer for all elements.
 * Returns the function that stops it.
 */
export function watchNear(element: Element, onNear: OnNear): () => void {
  if (typeof IntersectionObserver === 'undefined') return () => {}
  const margin = `${NEAR}px`
  const options: IntersectionObserverInit & { scrollMargin: string } = {
    rootMargin: margin,
    // The form scrolls inside of the window, and the window's own margin does not reach into it.
    scrollMargin: margin,
  }
  observer ??= new IntersectionObserver((entries) => {
    for (const entry of entries) watched.get(entry.target)?.(entry.isIntersecting)
  }, options)
  watched.set(element, onNear)
  observer.observe(element)
  return () => {
    watched.delete(element)
    observer?.unobserve(element)
  }
}

/** True if the element is on the screen, so that it belongs in the first frame; near ones follow right after it. */
export function isOnScreen(element: Element): boolean {
  if (typeof IntersectionObserver === 'undefined') return true
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
