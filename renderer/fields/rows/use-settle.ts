import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { RowHead } from '../../form/form-snapshot.ts'
import { rowsOf } from './use-row-drag.ts'

/** Milliseconds in which a dropped row comes to its place (S9.12). */
export const DROP_MS = 250

/**
 * Animates dropped rows from their old position to the new one. Call the returned function before they are
 * moved.
 */
export function useSettle(
  list: RefObject<HTMLElement | null>,
  rows: readonly RowHead[],
): (ids: readonly string[]) => void {
  const from = useRef(new Map<string, number>())

  const seen = useRef(rows)
  useLayoutEffect(() => {
    if (rows === seen.current) return
    seen.current = rows
    const tops = from.current
    from.current = new Map()
    if (tops.size === 0 || list.current === null) return
    for (const row of rowsOf(list.current)) {
      const before = tops.get(row.getAttribute('data-row') ?? '')
      if (before === undefined) continue
      const way = before - row.getBoundingClientRect().top
      if (way === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) continue
      row.animate([{ transform: `translateY(${way}px)` }, { transform: 'none' }], {
        duration: DROP_MS,
        easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
      })
    }
  })

  return (ids) => {
    if (list.current === null) return
    for (const row of rowsOf(list.current)) {
      const id = row.getAttribute('data-row') ?? ''
      if (ids.includes(id)) from.current.set(id, row.getBoundingClientRect().top)
    }
  }
}
