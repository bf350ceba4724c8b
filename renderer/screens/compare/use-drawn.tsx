import { startTransition, useEffect, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { drawnAtOnce } from './drawn-at-once.ts'

export type Drawn<T> = {
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
  const [isFirst, setFirst] = useState(all.length > first)
  const [times, setTimes] = useState(1)
  useEffect(() => {
    if (!isFirst) return undefined
    const frame = requestAnimationFrame(() => startTransition(() => setFirst(false)))
    return () => cancelAnimationFrame(frame)
  }, [isFirst])
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
