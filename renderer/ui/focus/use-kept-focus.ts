import { useEffect } from 'react'
import { focusPlace, placeOf, type FocusPlace } from './focus-place.ts'

/** Frames to wait for another component to move the focus. */
const PATIENCE = 3

/**
 * Moves the focus to a neighbour when the focused element is removed: on the body, Tab would restart at the top and
 * keys would do nothing (U12, U25). Mounted once by the app.
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
        // Between two screens nothing may be focusable, so `last` is kept for the next change.
        if (document.activeElement !== document.body) last = null
      })
    }
    const onFocus = (): void => {
      last = placeOf(document.activeElement)
    }
    // A press outside of all controls removes the focus on purpose.
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
