import { CalendarClock } from 'lucide-react'
import { Icon } from '../icon/icon.tsx'
import styles from './schedule-mark.module.css'

/** The server is to publish or unpublish the document of this line; `words` say which, and when. */
export function ScheduleMark({ words }: { words: string }) {
  return (
    <span role="img" aria-label={words} title={words} className={styles['mark']}>
      <Icon icon={CalendarClock} size="small" />
    </span>
  )
}
