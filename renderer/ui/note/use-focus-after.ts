import { useLayoutEffect, useRef, type RefObject } from 'react'
import { MAIN_HEADING_ID } from '../screen-header/main-heading.ts'

/**
 * For what goes away once something in it was pressed: the focus goes to the heading of the screen then, and not to the
 * body, from where Tab would begin at the top of the window (U12).
 */
export function useFocusAfter(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    return () => {
      if (element === null || !element.contains(document.activeElement)) return
      // What takes its place may take the focus as well, which is better.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          document.getElementById(MAIN_HEADING_ID)?.focus({ preventScroll: true })
      })
    }
  }, [])
  return place
}
