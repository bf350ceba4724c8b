import { getLocalTimeZone, now, today } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useMemo } from 'react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput as RacDateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
} from 'react-aria-components'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { Popover } from '../popover/popover.tsx'
import inputStyles from '../text-input/input-box.module.css'
import styles from './date-input.module.css'
import { fromPickerValue, toPickerValue, type DateGranularity } from './date-value.ts'
import { pickerProps } from './picker-props.ts'

export type DateInputProps = {
  /** ISO time or null. */
  value: string | null
  onChange: (iso: string | null) => void
  onBlur?: () => void
  granularity?: DateGranularity
  /** Time zone in which it is shown and typed; this computer's by default. */
  timeZone?: string | undefined
  readOnly?: boolean
  invalid?: boolean
  required?: boolean
  clearable?: boolean
  size?: 'form' | 'header'
  id?: string
  'aria-label'?: string
  'aria-labelledby'?: string
  'aria-describedby'?: string | undefined
}

/** A date, and a time where asked: typed part by part or chosen in a calendar. */
export function DateInput(props: DateInputProps) {
  const { t } = useT()
  const { granularity = 'day', readOnly = false, invalid = false, clearable = true } = props
  const { timeZone = getLocalTimeZone() } = props
  const value = useMemo(
    () => toPickerValue(props.value, granularity, timeZone),
    [props.value, granularity, timeZone],
  )
  const placeholder = useMemo(
    () => (granularity === 'day' ? today(timeZone) : now(timeZone)),
    [granularity, timeZone],
  )
  return (
    <DatePicker
      className={styles['picker'] ?? ''}
      value={value}
      onChange={(next) => props.onChange(fromPickerValue(next))}
      granularity={granularity}
      placeholderValue={placeholder}
      hideTimeZone
      {...pickerProps(props)}
    >
      <Group
        className={cx(
          inputStyles['box'],
          props.size === 'header' && inputStyles['small'],
          invalid && inputStyles['bad'],
          readOnly && inputStyles['readonly'],
          styles['group'],
        )}
      >
        <RacDateInput className={styles['segments'] ?? ''}>
          {(segment) => <DateSegment segment={segment} className={styles['segment'] ?? ''} />}
        </RacDateInput>
        {!readOnly && (
          <span className={inputStyles['end']}>
            {clearable && props.value !== null && (
              <Button
                slot={null}
                aria-label={t('general:clear')}
                className={inputStyles['tool'] ?? ''}
                onPress={() => props.onChange(null)}
              >
                <Icon icon={X} size="small" />
              </Button>
            )}
            <Button className={inputStyles['tool'] ?? ''} aria-label={t('galley:app.date.openCalendar')}>
              <Icon icon={CalendarDays} />
            </Button>
          </span>
        )}
      </Group>
      <Popover className={styles['popover']}>
        <Dialog className={styles['dialog'] ?? ''}>
          <Calendar>
            <header className={styles['head']}>
              <Heading className={styles['month'] ?? ''} />
              <Button slot="previous" className={inputStyles['tool'] ?? ''}>
                <Icon icon={ChevronLeft} flip />
              </Button>
              <Button slot="next" className={inputStyles['tool'] ?? ''}>
                <Icon icon={ChevronRight} flip />
              </Button>
            </header>
            <CalendarGrid weekdayStyle="short" className={styles['grid'] ?? ''}>
              <CalendarGridHeader>
                {(day) => <CalendarHeaderCell className={styles['weekday'] ?? ''}>{day}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>
                {(date) => <CalendarCell date={date} className={styles['day'] ?? ''} />}
              </CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  )
}
