import { isToday } from 'date-fns/isToday'
import { useT } from '../../i18n/use-t.ts'
import styles from './conflict-sides.module.css'

/** When a side made its change, ISO; nothing where that is not known. */
export function SideTime({ at }: { at: string | null }) {
  const { formatDate, formatTime } = useT()
  return (
    at !== null && (
      <time dateTime={at} className={styles['when']}>
        {isToday(at) ? formatTime(at) : formatDate(at)}
      </time>
    )
  )
}
