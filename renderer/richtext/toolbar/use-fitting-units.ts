import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { unitsThatFit } from './toolbar-units.ts'
import type { ToolbarUnit } from './toolbar-units.ts'

/**
 * The units that fit into a toolbar, whatever its width becomes. All are drawn once, before anything is seen, to be
 * measured: each is an element with `data-unit`.
 */
export function useFittingUnits(
  toolbar: RefObject<HTMLElement | null>,
  units: readonly ToolbarUnit[],
): readonly ToolbarUnit[] {
  const [measured, setMeasured] = useState<{
    units: readonly ToolbarUnit[]
    widths: ReadonlyMap<string, number>
  } | null>(null)
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  const widths = measured?.units === units ? measured.widths : null
  useLayoutEffect(() => {
    const element = toolbar.current
    if (element === null) return
    const fit = (): void => {
      if (widths === null) setMeasured({ units, widths: widthsIn(element) })
      const more = element.querySelector('[data-more]')?.getBoundingClientRect().width ?? 0
      const style = getComputedStyle(element)
      const around = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight) || 0
      // Where nothing is laid out everything has room.
      setRoom(element.clientWidth === 0 ? Number.POSITIVE_INFINITY : element.clientWidth - around - more)
    }
    fit()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => observer.disconnect()
  }, [toolbar, units, widths])
  return widths === null ? units : unitsThatFit(units, widths, room)
}

function widthsIn(toolbar: HTMLElement): ReadonlyMap<string, number> {
  return new Map(
    [...toolbar.querySelectorAll<HTMLElement>('[data-unit]')].map((one) => [
      one.dataset['unit'] ?? '',
      one.getBoundingClientRect().width,
    ]),
  )
}
