import { CalendarClock } from 'lucide-react'
import { Icon } from '../icon/icon.tsx'
import styles from './schedule-mark.module.css'

/** The mark of a document with a scheduled publish or unpublish; `words` say which, and when. */
export function ScheduleMark({ words }: { words: string }) {
  return (
    <span role="img" aria-label={words} title={words} className={styles['mark']}>
      <Icon icon={CalendarClock} size="small" />
    </span>
  )
}
