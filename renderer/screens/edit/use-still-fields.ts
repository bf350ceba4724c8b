import { useEffect, useRef, type RefObject } from 'react'

/**
 * Keeps a focused field at its position on the screen when content appears above the form (U28). Browsers do
 * so themselves, except at the top of the scroller. Returns the ref for that content.
 */
export function useStillFields(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const above = place.current
    const form = above?.parentElement
    const scroller = form && scrollerOf(form)
    if (!above || !scroller || typeof ResizeObserver === 'undefined') return
    const first = (): number => {
      const below = above.nextElementSibling?.getBoundingClientRect().top ?? 0
      return below - scroller.getBoundingClientRect().top + scroller.scrollTop
    }
    let before = first()
    const observer = new ResizeObserver(() => {
      const now = first()
      const moved = now - before
      before = now
      const active = document.activeElement
      const isInField = form.contains(active) && !above.contains(active)
      if (moved <= 0 || !isInField || scroller.scrollTop > 0) return
      const missing = moved - (scroller.scrollHeight - scroller.clientHeight)
      if (missing > 0) form.style.paddingBlockEnd = `${missing}px`
      scroller.scrollTop = moved
    })
    observer.observe(above)
    return () => observer.disconnect()
  }, [])
  return place
}

function scrollerOf(inside: HTMLElement): HTMLElement | null {
  const { parentElement } = inside
  if (parentElement === null || getComputedStyle(parentElement).overflowY === 'auto') return parentElement
  return scrollerOf(parentElement)
}
