/** How far from the screen, in CSS pixels, a row is made ready. */
export const NEAR = 1200

type OnNear = (near: boolean) => void

const watched = new WeakMap<Element, OnNear>()
let observer: IntersectionObserver | null = null

/** Tells when an element comes near the screen and when it is far again; one observer for all. */
export function watchNear(element: Element, onNear: OnNear): () => void {
  if (typeof IntersectionObserver === 'undefined') return () => {}
  const margin = `${NEAR}px`
  const options: IntersectionObserverInit & { scrollMargin: string } = {
    rootMargin: margin,
    // The form scrolls inside of the window, and a margin of the window alone does not reach into it.
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

/**
 * Whether it is on the screen now, for what is drawn in the very first frame: what is only near comes right after it,
 * so that nobody waits for it.
 */
export function isOnScreen(element: Element): boolean {
  if (typeof IntersectionObserver === 'undefined') return true
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
