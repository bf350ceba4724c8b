import { X } from 'lucide-react'
import { useMemo } from 'react'
import { Button, DateInput as RacDateInput, DateSegment, TimeField } from 'react-aria-components'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import inputStyles from '../text-input/input-box.module.css'
import type { DateInputProps } from './date-input.tsx'
import styles from './date-input.module.css'
import { fromTimeValue, toTimeValue } from './date-value.ts'
import { pickerProps } from './picker-props.ts'

/** A time of day, typed part by part. The day of the value stays as it is. */
export function TimeInput(props: Omit<DateInputProps, 'granularity'>) {
  const { t } = useT()
  const { readOnly = false, invalid = false, timeZone } = props
  const value = useMemo(() => toTimeValue(props.value, timeZone), [props.value, timeZone])
  return (
    <TimeField
      className={styles['picker'] ?? ''}
      value={value}
      onChange={(next) => props.onChange(fromTimeValue(next, props.value, timeZone))}
      {...pickerProps(props)}
    >
      <div
        className={cx(
          inputStyles['box'],
          invalid && inputStyles['bad'],
          readOnly && inputStyles['readonly'],
          styles['group'],
        )}
      >
        <RacDateInput className={styles['segments'] ?? ''}>
          {(segment) => <DateSegment segment={segment} className={styles['segment'] ?? ''} />}
        </RacDateInput>
        {!readOnly && props.value !== null && (
          <span className={inputStyles['end']}>
            <Button
              aria-label={t('general:clear')}
              className={inputStyles['tool'] ?? ''}
              onPress={() => props.onChange(null)}
            >
              <Icon icon={X} size="small" />
            </Button>
          </span>
        )}
      </div>
    </TimeField>
  )
}
