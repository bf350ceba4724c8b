import { useEffect, useEffectEvent } from 'react'
import { galley } from './bridge.ts'

/** Milliseconds of quiet in a collection until the server is asked again, and until it is asked only for a number. */
const QUIET_MS = 300
const COUNT_QUIET_MS = 2000

/**
 * Asks the server again when documents of the collection changed: one that was made here has just arrived, or belongs
 * elsewhere now. What the question itself brings is no reason to ask again.
 */
export function useAgainOnChange(
  slug: string,
  asking: boolean,
  again: () => void,
  { isCount = false } = {},
): void {
  const onQuiet = useEffectEvent(again)
  useEffect(() => {
    if (asking) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = galley.on('documents.listChanged', (changed) => {
      if (changed.slug !== slug) return
      clearTimeout(timer)
      timer = setTimeout(() => onQuiet(), isCount ? COUNT_QUIET_MS : QUIET_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [slug, asking, isCount])
}
