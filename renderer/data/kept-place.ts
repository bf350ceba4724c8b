import { useCallback, useLayoutEffect, useMemo, type RefObject } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** The scroll and focus position of a page of the history. */
export type KeptPlace = {
  /** Scroll position in px. */
  top: number
  /** The row of a list that had the focus. */
  row: { id: string; index: number } | null
}

/** Positions by the history key of the page. */
const places = new Map<string, KeptPlace>()
const PAGES_KEPT = 200
/** Milliseconds in which content above may still load and move the position, so that it is restored again. */
const COMING_MS = 3000

export function placeAt(key: string): KeptPlace | null {
  return places.get(key) ?? null
}

/** Stores the position on a page; the page used longest ago is dropped first. */
export function putPlace(key: string, place: KeptPlace): void {
  places.delete(key)
  places.set(key, place)
  const [oldest] = places.keys()
  if (places.size > PAGES_KEPT && oldest !== undefined) places.delete(oldest)
}

/** Returns the position to restore, or null if the user did not come back. `keep` stores the present one. */
export function useKeptPlace(): { back: KeptPlace | null; keep: (part: Partial<KeptPlace>) => void } {
  const { key } = useLocation()
  const type = useNavigationType()
  const back = useMemo(() => (type === NavigationType.Pop ? placeAt(key) : null), [key, type])
  const keep = useCallback(
    (part: Partial<KeptPlace>) => {
      putPlace(key, { ...(places.get(key) ?? { top: 0, row: null }), ...part })
    },
    [key],
  )
  return { back, keep }
}

/** Stores the scroll position of an element and restores it when the user comes back. */
export function useKeptScroll(element: RefObject<HTMLElement | null>, isKept = true): void {
  const { back, keep } = useKeptPlace()
  useLayoutEffect(() => {
    const scrolled = element.current
    if (scrolled === null || !isKept) return
    const toPlace = (top: number) => () => {
      scrolled.scrollTop = top
    }
    const way = back === null ? null : holdScroll(scrolled, toPlace(back.top))
    const onScroll = () => {
      if (way?.isOver() !== false) keep({ top: scrolled.scrollTop })
    }
    scrolled.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      way?.stop()
      scrolled.removeEventListener('scroll', onScroll)
    }
  }, [element, back, keep, isKept])
}

/** Scrolls to a position, again while content above it arrives, until the user acts or COMING_MS have passed. */
export function holdScroll(
  element: HTMLElement,
  scroll: () => void,
): { isOver: () => boolean; stop: () => void } {
  let isOver = false
  scroll()
  const observer = new ResizeObserver(scroll)
  for (const child of element.children) observer.observe(child)
  const stop = () => {
    isOver = true
    observer.disconnect()
    clearTimeout(timer)
    for (const name of ACTS) window.removeEventListener(name, stop, true)
  }
  const timer = setTimeout(stop, COMING_MS)
  for (const name of ACTS) window.addEventListener(name, stop, true)
  return { isOver: () => isOver, stop }
}

const ACTS = ['wheel', 'pointerdown', 'keydown'] as const
