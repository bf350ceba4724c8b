import { useEffect, useState } from 'react'

/** Nothing is said about what takes less (S9.16). */
const SLOW_MS = 500

/** True once `busy` has been true for half a second; false at once when it ends. */
export function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy])
  return busy && slow
}
