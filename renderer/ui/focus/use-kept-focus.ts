import { useEffect } from 'react'
import { focusPlace, placeOf, type FocusPlace } from './focus-place.ts'

/** Frames in which whoever took the focused element away may put the focus somewhere itself. */
const PATIENCE = 3

/**
 * Where the element that has the focus goes away, the focus goes to what took its place, and not to the body, from where
 * Tab would begin at the top of the window and keys would do nothing (U12, U25). Mounted once by the app.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: FocusPlace | null = null
    let frame = 0
    const isLost = (): boolean =>
      last !== null && document.activeElement === document.body && !last.element.isConnected
    const wait = (left: number): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        if (!isLost()) return
        if (left > 0) return wait(left - 1)
        focusPlace(last)
        // Between two screens nothing is there that takes it: what is drawn next is asked again.
        if (document.activeElement !== document.body) last = null
      })
    }
    const onFocus = (): void => {
      last = placeOf(document.activeElement)
    }
    // Whoever has left it, by a press beside everything, has not lost it.
    const onBlur = (): void => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && !isLost()) last = null
      })
    }
    const changes = new MutationObserver(() => {
      if (isLost()) wait(PATIENCE)
    })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    changes.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
      changes.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
}
