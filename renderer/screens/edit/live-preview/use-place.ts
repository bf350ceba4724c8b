import { useEffect, useState, type RefObject } from 'react'
import type { CallInput } from '../../../../shared/ipc.ts'
import { galley } from '../../../data/bridge.ts'
import { toastQueue } from '../../../ui/toast/toast-queue.ts'

type PreviewPlace = CallInput<'livePreview.place'>
type Bounds = NonNullable<PreviewPlace['bounds']>

/** Milliseconds after a change to look for covering elements, which may be animated. */
const LOOK_AGAIN_MS = [0, 60, 160, 320]
/** Distance in CSS pixels of the points that are checked; no covering element is smaller. */
const GRID = 24
/** Gap between the page and the toasts below it, in CSS pixels. */
const TOAST_GAP = 8

/**
 * Keeps the previewed page, which always lies on top, exactly over an element. While a dialog or menu covers that,
 * the page is hidden and a picture of it is returned. Toasts, which may stay, make it shorter.
 */
export function usePlace(
  place: RefObject<HTMLElement | null>,
  { zoom, device }: Pick<PreviewPlace, 'zoom' | 'device'>,
  isDragged: boolean,
): string | null {
  const { bounds, isUnder } = useBounds(place)
  const isCovered = isUnder || isDragged
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    if (!isCovered) {
      void galley.call('livePreview.place', { bounds, zoom, device })
      return
    }
    let isOver = false
    const hide = async () => {
      const asked = galley.call('livePreview.picture', undefined)
      // The dialog or menu does not wait for the picture.
      void galley.call('livePreview.place', { bounds: null, zoom, device })
      const taken = await asked
      if (!isOver) setPicture(taken.picture)
    }
    void hide()
    return () => {
      isOver = true
    }
  }, [bounds, isCovered, zoom, device])
  return picture
}

type Measured = { bounds: Bounds | null; isUnder: boolean }

function useBounds(place: RefObject<HTMLElement | null>): Measured {
  const [measured, setMeasured] = useState<Measured>({ bounds: null, isUnder: false })
  useEffect(() => {
    const element = place.current
    if (element === null) return
    let timers: ReturnType<typeof setTimeout>[] = []
    const measure = () => {
      const bounds = boundsOf(element)
      const next = { bounds, isUnder: liesUnder(element, bounds) }
      setMeasured((before) => (isSame(before, next) ? before : next))
    }
    const soon = () => {
      for (const timer of timers) clearTimeout(timer)
      timers = LOOK_AGAIN_MS.map((wait) => setTimeout(measure, wait))
    }
    const both = () => {
      measure()
      soon()
    }
    const resized = new ResizeObserver(both)
    resized.observe(element)
    resized.observe(document.body)
    // Dialogs and menus are mounted next to the app, or to the pane.
    const opens = new MutationObserver(soon)
    for (const parent of [document.body, element.closest('[data-live-preview]')?.parentElement])
      if (parent) opens.observe(parent, { childList: true })
    const stopToasts = toastQueue.subscribe(soon)
    window.addEventListener('resize', both)
    return () => {
      resized.disconnect()
      opens.disconnect()
      stopToasts()
      window.removeEventListener('resize', both)
      for (const timer of timers) clearTimeout(timer)
    }
  }, [place])
  return measured
}

function isSame(one: Measured, other: Measured): boolean {
  const [a, b] = [one.bounds, other.bounds]
  return (
    one.isUnder === other.isUnder &&
    a?.x === b?.x &&
    a?.y === b?.y &&
    a?.width === b?.width &&
    a?.height === b?.height
  )
}

/** Returns the bounds of the element above the toasts. */
function boundsOf(element: HTMLElement): Bounds {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const toasts = document.querySelector('[data-toasts]')?.getBoundingClientRect()
  const lies = toasts !== undefined && toasts.left < right && toasts.right > left && toasts.top < bottom
  const end = lies ? Math.max(top, toasts.top - TOAST_GAP) : bottom
  return { x: left, y: top, width: right - left, height: end - top }
}

function liesUnder(element: HTMLElement, { x, y, width, height }: Bounds): boolean {
  for (let down = y + 1; down < y + height; down += GRID)
    for (let across = x + 1; across < x + width; across += GRID) {
      const found = document.elementFromPoint(across, down)
      if (found !== null && !element.contains(found)) return true
    }
  return false
}
