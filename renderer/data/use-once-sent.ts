import { useEffect, useRef } from 'react'
import { useOutboxCounts } from './queries.ts'

/**
 * Calls `then` each time nothing of a collection waits to be sent any more: what the server lists is in another order by
 * then, or has another length.
 */
export function useOnceSent(slug: string, then: () => void): void {
  const waiting = useOutboxCounts()?.bySlug[`collections:${slug}`]?.waiting ?? 0
  const before = useRef(waiting)
  const latest = useRef(then)
  useEffect(() => {
    latest.current = then
  })
  useEffect(() => {
    const had = before.current
    before.current = waiting
    if (had > 0 && waiting === 0) latest.current()
  }, [waiting])
}
