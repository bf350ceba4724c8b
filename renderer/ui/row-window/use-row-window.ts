import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type RefObject } from 'react'
import { usePastFirstFrame } from '../first-frame/use-past-first-frame.ts'

/** Most rows without windowing, which would save nothing. */
export const ALL_DRAWN = 30
/** Extra rows drawn at each end. */
const BEYOND = 8
/** Height of a table row in px until one is measured. */
const FIRST_GUESS = 36
/** Height in px around the rows until it is measured: bars, header, the table's head. */
const AROUND = 240

export type WindowedRow = {
  index: number
  /** Height of the omitted rows in front of it, in px. */
  gap: number
}

export type RowWindow = {
  rows: WindowedRow[]
  /** Height of the omitted rows at the end, in px. */
  rest: number
}

export type RowWindowOptions = {
  count: number
  scroll: RefObject<HTMLElement | null>
  /** The container of the rows, which have one height and a `data-row`. */
  body: RefObject<HTMLElement | null>
  /** Index of a row that is always drawn, since it has or gets the focus; -1 for none. */
  pinned: number
  /** Initial scroll position in px. */
  top?: number
  /** Height of a row in px until one is measured. */
  guess?: number
}

/** Returns the rows to draw out of many of one height: visible ones, some around them, and the pinned one. */
export function useRowWindow({
  count,
  scroll,
  body,
  pinned,
  top = 0,
  guess = FIRST_GUESS,
}: RowWindowOptions): RowWindow {
  const [height, setHeight] = useState(guess)
  const isShort = count <= ALL_DRAWN
  const isPastFirstFrame = usePastFirstFrame(!isShort)
  // oxlint-disable-next-line react/incompatible-library -- its methods are called anew at each render
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    enabled: !isShort,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    // The first frame has only what the window can show; the rest follows right after it.
    overscan: isPastFirstFrame ? BEYOND : 1,
    initialOffset: top,
    initialRect: { width: 0, height: Math.max(AROUND, globalThis.innerHeight - AROUND) },
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range)
      return pinned < 0 || pinned >= count || seen.includes(pinned)
        ? seen
        : [...seen, pinned].toSorted((a, b) => a - b)
    },
  })
  useLayoutEffect(() => {
    if (isShort || body.current === null) return
    const observer = new ResizeObserver(() => {
      const row = body.current?.querySelector('[data-row]')
      const measured = row?.getBoundingClientRect().height ?? 0
      if (measured > 0) setHeight(measured)
    })
    observer.observe(body.current)
    return () => observer.disconnect()
  }, [isShort, body])
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height])

  if (isShort) return { rows: Array.from({ length: count }, (_, index) => ({ index, gap: 0 })), rest: 0 }
  let end = 0
  const rows = virtualizer.getVirtualItems().map((item) => {
    const gap = item.start - end
    end = item.end
    return { index: item.index, gap }
  })
  return { rows, rest: Math.max(0, virtualizer.getTotalSize() - end) }
}
