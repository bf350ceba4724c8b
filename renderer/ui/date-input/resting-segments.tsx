import { DateInput as RacDateInput, DateSegment } from 'react-aria-components'
import { cx } from '../class-names.ts'
import styles from './date-input.module.css'

/**
 * The parts of a date or time to be typed. While the focus is elsewhere, `text` is seen in their place; they stay where
 * they are, for the pointer and for who cannot see.
 */
export function RestingSegments({ text }: { text: string | null }) {
  return (
    <div className={cx(styles['rest'], text !== null && styles['resting'])}>
      <RacDateInput className={styles['segments'] ?? ''}>
        {(segment) => <DateSegment segment={segment} className={styles['segment'] ?? ''} />}
      </RacDateInput>
      {text !== null && (
        <bdi aria-hidden="true" className={styles['resting-text']}>
          {text}
        </bdi>
      )}
    </div>
  )
}
