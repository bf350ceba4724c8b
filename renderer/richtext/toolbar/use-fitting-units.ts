import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useT } from '../../i18n/use-t.ts'
import { unitsThatFit } from './toolbar-units.ts'
import type { ToolbarUnit } from './toolbar-units.ts'

type Measured = {
  key: string
  widths: ReadonlyMap<string, number>
  /** Width for the units, in CSS pixels. */
  room: number
}

/**
 * Measured toolbars by language and units. Texts often have equal toolbars, so a document opens without
 * measuring each; the observer corrects a different width.
 */
const known = new Map<string, Measured>()

/**
 * Returns the units that fit into a toolbar of any width. A new toolbar is rendered once with all units, each
 * an element with `data-unit`, to measure them before the first paint.
 */
export function useFittingUnits(
  toolbar: RefObject<HTMLElement | null>,
  units: readonly ToolbarUnit[],
): readonly ToolbarUnit[] {
  const { language } = useT()
  const key = `${language} ${units.map(({ id }) => id).join(' ')}`
  const [own, setOwn] = useState<Measured | null>(null)
  const measured = own?.key === key ? own : (known.get(key) ?? null)
  const widths = measured?.widths ?? null
  useLayoutEffect(() => {
    const element = toolbar.current
    if (element === null) return
    const fit = (): void => {
      const next = { key, widths: widths ?? widthsIn(element), room: roomIn(element) }
      if (next.room !== Number.POSITIVE_INFINITY) known.set(key, next)
      setOwn((last) => (last?.key === key && last.room === next.room ? last : next))
    }
    if (widths === null) fit()
    if (typeof ResizeObserver === 'undefined') return
    // flushSync renders the fitting units before the frame is painted.
    const observer = new ResizeObserver(() => flushSync(fit))
    observer.observe(element)
    return () => observer.disconnect()
  }, [toolbar, key, widths])
  return measured === null ? units : unitsThatFit(units, measured.widths, measured.room)
}

/** Returns the width for the units, in CSS pixels; infinite in an environment without layout. */
function roomIn(toolbar: HTMLElement): number {
  if (toolbar.clientWidth === 0) return Number.POSITIVE_INFINITY
  const more = toolbar.querySelector('[data-more]')?.getBoundingClientRect().width ?? 0
  const style = getComputedStyle(toolbar)
  const around = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight) || 0
  return toolbar.clientWidth - around - more
}

function widthsIn(toolbar: HTMLElement): ReadonlyMap<string, number> {
  return new Map(
    [...toolbar.querySelectorAll<HTMLElement>('[data-unit]')].map((one) => [
      one.dataset['unit'] ?? '',
      one.getBoundingClientRect().width,
    ]),
  )
}
