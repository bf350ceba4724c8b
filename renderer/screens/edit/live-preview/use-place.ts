import { useEffect, useState, type RefObject } from 'react'
import type { CallInput } from '../../../../shared/ipc.ts'
import { galley } from '../../../data/bridge.ts'

type Place = CallInput<'livePreview.place'>
type Bounds = NonNullable<Place['bounds']>

/** What opens moves into its place within this time. */
const LOOK_AGAIN_MS = [0, 60, 160, 320]
/** Distance of the points at which is looked, in CSS pixels: nothing that opens is smaller. */
const GRID = 24

/**
 * Keeps the page that is previewed exactly over an element. It is no part of this page and lies over everything in it:
 * while something else lies there (a dialog, a menu, a message) it goes away, and the answer is a picture of it.
 */
export function usePlace(
  place: RefObject<HTMLElement | null>,
  { zoom, device }: Pick<Place, 'zoom' | 'device'>,
  isDragged: boolean,
): string | null {
  const bounds = useBounds(place)
  const isCovered = useCovered(place) || isDragged
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    if (!isCovered) {
      void galley.call('livePreview.place', { bounds, zoom, device })
      return
    }
    let isOver = false
    const hide = async () => {
      const taken = await galley.call('livePreview.picture', undefined)
      if (isOver) return
      if (taken.picture !== null) setPicture(taken.picture)
      void galley.call('livePreview.place', { bounds: null, zoom, device })
    }
    void hide()
    return () => {
      isOver = true
    }
  }, [bounds, isCovered, zoom, device])
  return picture
}

function useBounds(place: RefObject<HTMLElement | null>): Bounds | null {
  const [bounds, setBounds] = useState<Bounds | null>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const measure = () => {
      const { x, y, width, height } = element.getBoundingClientRect()
      setBounds((before) =>
        before?.x === x && before.y === y && before.width === width && before.height === height
          ? before
          : { x, y, width, height },
      )
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [place])
  return bounds
}

function useCovered(place: RefObject<HTMLElement | null>): boolean {
  const [isCovered, setCovered] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    let timers: ReturnType<typeof setTimeout>[] = []
    const look = () => setCovered(liesUnder(element))
    const lookSoon = () => {
      for (const timer of timers) clearTimeout(timer)
      timers = LOOK_AGAIN_MS.map((wait) => setTimeout(look, wait))
    }
    // What opens is put beside the app, or beside the pane.
    const observer = new MutationObserver(lookSoon)
    for (const parent of [document.body, element.closest('[data-live-preview]')?.parentElement])
      if (parent) observer.observe(parent, { childList: true })
    const resized = new ResizeObserver(lookSoon)
    resized.observe(element)
    return () => {
      observer.disconnect()
      resized.disconnect()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [place])
  return isCovered
}

function liesUnder(element: HTMLElement): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  for (let y = top + 1; y < bottom; y += GRID)
    for (let x = left + 1; x < right; x += GRID) {
      const found = document.elementFromPoint(x, y)
      if (found !== null && !element.contains(found)) return true
    }
  return false
}
