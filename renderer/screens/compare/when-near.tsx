import {
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { isOnScreen, watchNear } from '../../ui/near-observer/near-observer.ts'

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
