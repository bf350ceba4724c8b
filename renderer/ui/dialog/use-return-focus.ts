import { useEffect, useState } from 'react'

/**
 * Gives the focus back to where it was before a dialog. react-aria does so one frame after the dialog has gone; where
 * the page behind is still inert in that frame, the focus is silently lost to the body. What is elsewhere by then was
 * put there on purpose and stays.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // The page is not inert any more when all effects of this turn have been cleaned up.
      requestAnimationFrame(() => {
        const isLost = document.activeElement === document.body
        if (isLost && before instanceof HTMLElement && before.isConnected)
          before.focus({ preventScroll: true })
      })
    },
    [before],
  )
}
