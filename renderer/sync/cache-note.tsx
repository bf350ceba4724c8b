import { Archive, CloudDownload, OctagonAlert } from 'lucide-react'
import { callReason } from '../data/failure-reasons.ts'
import { useConnection } from '../data/queries.ts'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../ui/button/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { cacheAge, useNow } from './ages.ts'
import type { Refresh } from '../data/use-refresh.ts'
import styles from './cache-note.module.css'
import { useEffect, useState } from 'react'

/**
 * The note on how current the shown data is: the server is being asked, has refused, or was last asked some
 * time ago. Empty once the server has confirmed the data; its line keeps the space.
 */
export function CacheNote({ fetchedAt, refresh }: { fetchedAt: string | null; refresh: Refresh }) {
  const { t, formatDate } = useT()
  const online = useConnection()?.status === 'online'
  const now = useNow(30_000)
  const slow = useSlow(refresh.asking)
  const { result } = refresh
  const refused = result !== null && 'message' in result ? result : null

  let icon = Archive
  let text = ''
  if (slow) {
    icon = CloudDownload
    text = t('galley:sync.asking')
  } else if (refused !== null && !refresh.asking) {
    icon = OctagonAlert
    text =
      refused.message === ''
        ? t(`galley:sync.refused.${refused.outcome}`)
        : t('galley:sync.refusedBecause', { reason: callReason(refused.message, t) })
  } else if (!online || result?.outcome === 'offline' || result?.outcome === 'signed-out') {
    if (fetchedAt === null) text = t('galley:sync.neverAsked')
    else {
      const { unit, count } = cacheAge(fetchedAt, now)
      text = t(`galley:sync.cached.${unit}`, { count })
    }
  }
  const failed = icon === OctagonAlert
  return (
    <span className={styles['line']}>
      <span role="status" className={cx(styles['note'], failed && styles['failed'])}>
        {text !== '' && (
          <>
            <Icon icon={icon} size="small" />
            <span
              className={styles['text']}
              title={fetchedAt === null ? text : `${text} (${formatDate(fetchedAt)})`}
            >
              {text}
            </span>
          </>
        )}
      </span>
      {failed && (
        <Button variant="quiet" size="row" onPress={refresh.again}>
          {t('galley:sync.tryAgain')}
        </Button>
      )}
    </span>
  )
}

/** Milliseconds before a running request is shown (S9.16). */
const SLOW_MS = 500

/** True once `busy` has been true for half a second; false at once when it ends. */
export function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy])
  return busy && slow
}
