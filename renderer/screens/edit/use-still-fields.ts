import { useEffect, useRef, type RefObject } from 'react'

/**
 * For what stands above the fields: while somebody is in one of them, it stays where it is on the screen whatever comes
 * above it (U28). The browser does so by itself, but not at the very top of what is scrolled.
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
