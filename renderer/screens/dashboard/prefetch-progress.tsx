import { useId } from 'react'
import { usePrefetch } from '../../data/prefetch.ts'
import { prefetchWords } from '../../data/prefetch-words.ts'
import { useT } from '../../i18n/use-t.ts'
import styles from './prefetch-progress.module.css'

/** The progress of the prefetch; nothing if it is off or done. */
export function PrefetchProgress() {
  const words = useT()
  const id = useId()
  const prefetch = usePrefetch()
  if (prefetch === null || prefetch.settings.keep !== 'all') return null
  if (prefetch.phase === 'off' || prefetch.phase === 'done') return null
  const { found, left, phase } = prefetch
  return (
    <div className={styles['progress']}>
      <span id={id}>{prefetchWords(prefetch, words)}</span>
      {phase === 'fetching' && found !== null && (
        <progress aria-labelledby={id} max={found} value={Math.max(0, found - left)} />
      )}
    </div>
  )
}
