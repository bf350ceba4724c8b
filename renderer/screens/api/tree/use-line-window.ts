import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, type RefObject } from 'react'

/** Height of a line in px: mono 13/22. */
export const LINE_PX = 22
/**
 * Browsers limit an element to some 33 million px, so above this number several lines share one row of the scroll
 * height.
 */
const MOST_PLACES = 1_000_000
const BEYOND = 12

export type LineWindow = {
  /** Visible lines and their positions in px from the top. */
  lines: { index: number; top: number }[]
  /** Height of the scrolled content in px. */
  height: number
  /** Scrolls just far enough to show a line. */
  show: (line: number) => void
}

/** Returns the visible lines out of very many. */
export function useLineWindow(count: number, scroll: RefObject<HTMLElement | null>): LineWindow {
  const places = Math.min(count, MOST_PLACES)
  // oxlint-disable-next-line react/incompatible-library -- its methods are called anew at each render
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: places,
    getScrollElement: () => scroll.current,
    estimateSize: () => LINE_PX,
    overscan: BEYOND,
    initialRect: { width: 0, height: globalThis.innerHeight },
  })
  const seen = Math.max(1, Math.ceil((virtualizer.scrollRect?.height ?? globalThis.innerHeight) / LINE_PX))
  const most = Math.max(1, places - seen)
  const first = Math.min(most, Math.floor((virtualizer.scrollOffset ?? 0) / LINE_PX))
  /** Lines skipped above; none unless there are more lines than rows. */
  const skipped = Math.round((first / most) * (count - places))
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, places])
  return {
    lines: virtualizer
      .getVirtualItems()
      .map(({ index, start }) => ({ index: index + skipped, top: start }))
      .filter(({ index }) => index < count),
    height: places * LINE_PX,
    show(line) {
      const element = scroll.current
      if (element === null) return
      const top = first + skipped
      const room = Math.max(1, Math.floor(element.clientHeight / LINE_PX))
      if (line >= top && line < top + room) {
        // The first line may be half visible.
        if (line === top) element.scrollTop = first * LINE_PX
        return
      }
      const wanted = line < top ? line : line - room + 1
      element.scrollTop = Math.round((wanted * most) / Math.max(1, count - seen)) * LINE_PX
    },
  }
}
