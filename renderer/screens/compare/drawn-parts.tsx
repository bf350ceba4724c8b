import {
  startTransition,
  useEffect,
  useState,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type ReactNode,
} from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { usePastFirstFrame } from '../../ui/first-frame/use-past-first-frame.ts'
import { isOnScreen, watchNear } from '../../ui/near-observer/near-observer.ts'
import { LIMITS } from '../../../shared/limits.ts'

type Drawn<T> = {
  parts: readonly T[]
  /** Number of parts that are drawn on demand. */
  left: number
  more: () => void
}

/**
 * Returns the parts of a list to draw: some in the first frame, the others right after it, and more than a window can
 * hold on demand.
 */
export function useDrawn<T>(all: readonly T[], first: number): Drawn<T> {
  const [isLong] = useState(all.length > first)
  const isPast = usePastFirstFrame(isLong)
  const isFirst = isLong && !isPast
  const [times, setTimes] = useState(1)
  const most = isFirst ? first : drawnAtOnce(all.length, times)
  return {
    parts: most >= all.length ? all : all.slice(0, most),
    left: isFirst ? 0 : all.length - most,
    more: () => startTransition(() => setTimes(times + 1)),
  }
}

/** The button that draws more of a list; nothing if all is drawn. */
export function MoreParts({ of }: { of: Drawn<unknown> }) {
  const { t } = useT()
  if (of.left === 0) return null
  return (
    <Button variant="quiet" onPress={of.more}>
      {t('galley:compare.moreParts', { count: of.left })}
    </Button>
  )
}

/**
 * Draws its children only near the screen, or while they have the focus; otherwise keeps their height, so that
 * nothing jumps.
 */
export function WhenNear({ height, children }: { height: string; children: () => ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const [known, setKnown] = useState<number | null>(null)
  useLayoutEffect(() => {
    if (place.current && isOnScreen(place.current)) setNear(true)
  }, [])
  const onNear = useEffectEvent((next: boolean) => {
    const element = place.current
    if (next) return startTransition(() => setNear(true))
    if (element === null || element.contains(document.activeElement)) return
    setKnown(element.getBoundingClientRect().height)
    setNear(false)
  })
  useEffect(() => (place.current ? watchNear(place.current, (next) => onNear(next)) : undefined), [])
  return (
    <div ref={place} style={isNear ? undefined : { blockSize: known ?? height }}>
      {isNear && children()}
    </div>
  )
}

/** Returns how many of `total` parts are drawn. `times`: 1, plus one for each request for more. */
export function drawnAtOnce(total: number, times: number): number {
  return Math.min(total, times * LIMITS.comparedParts)
}
