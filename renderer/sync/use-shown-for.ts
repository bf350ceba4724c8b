import { useEffect, useState } from 'react'

/** True while `busy` is, and for at least so many milliseconds: what is said that briefly cannot be read. */
export function useShownFor(busy: boolean, leastMs: number): boolean {
  const [recent, setRecent] = useState(busy)
  if (busy && !recent) setRecent(true)
  useEffect(() => {
    if (!recent) return undefined
    const timer = setTimeout(() => setRecent(false), leastMs)
    return () => clearTimeout(timer)
  }, [recent, leastMs])
  return busy || recent
}
