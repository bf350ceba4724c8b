import { useEffect, useState } from 'react'
import { MAIN_HEADING_ID } from '../screen-header/main-heading.ts'

/**
 * Gives the focus back to where it was before a dialog. react-aria does so one frame after the dialog has gone; where
 * the page behind is still inert in that frame, or drew that element anew meanwhile, the focus is silently lost to the
 * body. What is elsewhere by then was put there on purpose and stays.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // The page is not inert any more when all effects of this commit have been cleaned up.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const target = before?.isConnected === true ? before : substituteFor(before)
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
    },
    [before],
  )
}

/** For an element that is gone: what was drawn in its place, else the heading of the screen. */
function substituteFor(gone: Element | null): HTMLElement | null {
  const redrawn = gone === null || gone.id === '' ? null : document.getElementById(gone.id)
  return redrawn ?? document.getElementById(MAIN_HEADING_ID)
}
