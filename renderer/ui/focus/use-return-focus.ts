import { useEffect, useState } from 'react'
import { focusPlace, placeOf } from './focus-place.ts'

/**
 * Gives the focus back to where it was before a dialog. react-aria does so one frame after the dialog has gone; where
 * the page behind is still inert in that frame, or drew that element anew meanwhile, the focus is silently lost to the
 * body. What is elsewhere by then was put there on purpose and stays.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => placeOf(document.activeElement))
  useEffect(
    () => () => {
      // The page is not inert any more when all effects of this commit have been cleaned up.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusPlace(before)
      })
    },
    [before],
  )
}
