import { startTransition, useEffect, useState } from 'react'

/**
 * Returns false in the first frame of a component, and true right after it: what is not needed at once is drawn then.
 * `isAsked` false: the component has nothing to draw later, so it is not drawn again.
 */
export function usePastFirstFrame(isAsked = true): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    if (!isAsked) return undefined
    const frame = requestAnimationFrame(() => startTransition(() => setPast(true)))
    return () => cancelAnimationFrame(frame)
  }, [isAsked])
  return isPast
}
