import { useCallback, useLayoutEffect, useMemo, type RefObject } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** Where somebody was on a page of the history. */
export type Place = {
  /** How far it was scrolled, in px. */
  top: number
  /** The row of a list that had the focus. */
  row: { id: string; index: number } | null
}

/** By the keys of the pages that this window has been on. */
const places = new Map<string, Place>()
const PAGES_KEPT = 200
/** After so long nothing more comes that would have to be scrolled over, in ms. */
const COMING_MS = 3000

export function placeAt(key: string): Place | null {
  return places.get(key) ?? null
}

/** Notes where somebody was on a page; the page that was looked at longest ago goes first. */
export function putPlace(key: string, place: Place): void {
  places.delete(key)
  places.set(key, place)
  const [oldest] = places.keys()
  if (places.size > PAGES_KEPT && oldest !== undefined) places.delete(oldest)
}

/** The place that somebody comes back to on this page; null: they have not come back. `keep` notes where they are now. */
export function useKeptPlace(): { back: Place | null; keep: (part: Partial<Place>) => void } {
  const { key } = useLocation()
  const type = useNavigationType()
  const back = useMemo(() => (type === NavigationType.Pop ? placeAt(key) : null), [key, type])
  const keep = useCallback(
    (part: Partial<Place>) => {
      putPlace(key, { ...(places.get(key) ?? { top: 0, row: null }), ...part })
    },
    [key],
  )
  return { back, keep }
}

/** Keeps how far an element is scrolled, and scrolls it there again for somebody who comes back. */
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

/** Scrolls to a place, again while what is above it comes, until the person does something themselves. */
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
