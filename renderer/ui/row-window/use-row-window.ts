import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { startTransition, useEffect, useLayoutEffect, useState, type RefObject } from 'react'

/** Up to so many rows are all drawn; a window over them would save nothing. */
export const ALL_DRAWN = 30
/** Rows drawn beyond what is seen, at each end. */
const BEYOND = 8
/** Height of a row of a table until one was measured, in px. */
const FIRST_GUESS = 36
/** What of the window is no rows, in px, until that was measured: bars, header, the head of the table. */
const AROUND = 240

export type WindowedRow = {
  index: number
  /** Height of the rows in front of it that are not drawn, in px. */
  gap: number
}

export type RowWindow = {
  rows: WindowedRow[]
  /** Height of the rows behind the last one that are not drawn, in px. */
  rest: number
}

export type RowWindowOptions = {
  count: number
  scroll: RefObject<HTMLElement | null>
  /** What the rows lie in, all of one height and with a `data-row`. */
  body: RefObject<HTMLElement | null>
  /** A row that is always drawn, since it has the focus or gets it next; -1 for none. */
  pinned: number
  /** How far it is scrolled at first, in px. */
  top?: number
  /** Height of a row until one was measured, in px. */
  guess?: number
}

/** Which of many rows of one height are drawn: those that are seen, some around them, and the pinned one. */
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
  const [isPastFirstFrame, setPastFirstFrame] = useState(false)
  useEffect(() => {
    if (isShort) return
    const frame = requestAnimationFrame(() => startTransition(() => setPastFirstFrame(true)))
    return () => cancelAnimationFrame(frame)
  }, [isShort])
  // oxlint-disable-next-line react/incompatible-library -- its methods are called anew at each render
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    enabled: !isShort,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    // The first frame has what the window can show; what is drawn beyond that comes right after it.
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
