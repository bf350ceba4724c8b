import { getLocalTimeZone, now, today, type DateValue } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useMemo, useRef, useState, type RefObject } from 'react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DatePicker,
  Dialog,
  Group,
  Heading,
} from 'react-aria-components'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { Popover } from '../popover/popover.tsx'
import inputStyles from '../text-input/input-box.module.css'
import { ChooseReading } from './choose-reading.tsx'
import { type DateInputProps, pickerProps } from './date-input-props.ts'
import styles from './date-input.module.css'
import {
  atMinute,
  fromPickerValue,
  fromUnfinishedText,
  keepReading,
  limitDay,
  minuteOf,
  toPickerValue,
  toUnfinishedText,
} from './date-value.ts'
import { impossibleDay, type ImpossibleDay, isUnfinishedYear, NO_TYPED_YEAR } from './typed-date.ts'
import { RestingSegments } from './resting-segments.tsx'
import { TimeList } from './time-list.tsx'

/** An input for a date, with a time if asked; typed part by part or chosen in a calendar. */
export function DateInput(props: DateInputProps) {
  const { t } = useT()
  const { granularity = 'day', readOnly = false, invalid = false, clearable = true } = props
  const { timeZone = getLocalTimeZone() } = props
  const group = useRef<HTMLDivElement>(null)
  const typedYear = useRef(NO_TYPED_YEAR)
  const { value, unfinished, placeholder, limited, change, chooseTime, finish } = useDateValue(props, {
    granularity,
    timeZone,
    group,
    typedYear,
  })
  const picker = (
    <DatePicker
      className={styles['picker'] ?? ''}
      value={value}
      onChange={change}
      granularity={granularity}
      placeholderValue={placeholder}
      hideTimeZone
      {...pickerProps(props)}
    >
      <Group
        ref={group}
        className={cx(
          inputStyles['box'],
          props.size === 'header' && inputStyles['small'],
          invalid && inputStyles['bad'],
          readOnly && inputStyles['readonly'],
          styles['group'],
        )}
      >
        <RestingSegments
          text={unfinished === null ? (props.resting ?? null) : null}
          typedYearRef={typedYear}
        />
        {!readOnly && (
          <span className={inputStyles['end']}>
            {clearable && value !== null && (
              <Button
                slot={null}
                aria-label={t('general:clear')}
                className={inputStyles['tool'] ?? ''}
                onPress={() => finish(null)}
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
      <CalendarPopover {...props} granularity={granularity} timeZone={timeZone} onTime={chooseTime} />
    </DatePicker>
  )
  return (
    <div className={styles['whole']}>
      {picker}
      {limited !== null && (
        <p role="status" className={styles['limited']}>
          {t('galley:inputs.date.noSuchDay', { date: limited.text })}
        </p>
      )}
      {granularity === 'minute' && <ChooseReading {...props} />}
    </div>
  )
}

/** The value of the input, or an unfinished one that is being typed, and its changes. */
function useDateValue(
  props: DateInputProps,
  {
    granularity,
    timeZone,
    group,
    typedYear,
  }: {
    granularity: 'day' | 'minute'
    timeZone: string
    /** The element with the typed parts. */
    group: RefObject<HTMLDivElement | null>
    typedYear: RefObject<typeof NO_TYPED_YEAR>
  },
) {
  const own = props.timeZone !== undefined
  const stored = useMemo(
    () => toPickerValue(props.value, granularity, timeZone, own),
    [props.value, granularity, timeZone, own],
  )
  const { text, hold, finish } = useUnfinished(props)
  const unfinished = useMemo(
    () => fromUnfinishedText(text, granularity, timeZone),
    [text, granularity, timeZone],
  )
  const value = unfinished ?? stored
  const placeholder = useMemo(
    // Parts that nobody typed are zero, not the present time: hours begin in the morning, as the empty input shows.
    () =>
      granularity === 'day'
        ? today(timeZone)
        : now(timeZone).set({ hour: 0, minute: 0, second: 0, millisecond: 0 }),
    [granularity, timeZone],
  )
  /** A typed day that its month does not have, while the value is the one made from it. */
  const [limited, setLimited] = useState<(ImpossibleDay & { madeOf: string | null }) | null>(null)
  const isLimited = limited !== null && limited.madeOf === props.value
  const change = (next: DateValue | null) => {
    if (next !== null && isUnfinishedYear(next, typedYear.current, unfinished !== null))
      return hold(toUnfinishedText(next))
    const typed = next === null ? null : impossibleDay(group.current, next)
    // A typed day counts for another month or year, too.
    const meant = typed ?? (isLimited && next?.day === value?.day ? limited : null)
    const day = next === null || meant === null ? next : next.set({ day: meant.day })
    const iso = fromPickerValue(day, props.timeZone)
    const made = granularity === 'minute' ? keepReading(iso, props.value, timeZone) : iso
    setLimited(meant !== null && meant.day !== day?.day ? { ...meant, madeOf: made } : null)
    finish(made)
  }
  const chooseTime = (minute: number) =>
    unfinished !== null && 'hour' in unfinished
      ? change(unfinished.set({ hour: Math.floor(minute / 60), minute: minute % 60 }))
      : finish(atMinute(props.value, minute, timeZone))
  return { value, unfinished, placeholder, limited: isLimited ? limited : null, change, chooseTime, finish }
}

type CalendarPopoverProps = Pick<
  DateInputProps,
  'minDate' | 'maxDate' | 'monthsToShow' | 'times' | 'value'
> & {
  granularity: 'day' | 'minute'
  timeZone: string
  onTime: (minute: number) => void
}

function CalendarPopover({
  monthsToShow = 1,
  times = null,
  granularity,
  timeZone,
  ...props
}: CalendarPopoverProps) {
  const [min, max] = [limitDay(props.minDate), limitDay(props.maxDate)]
  return (
    <Popover className={styles['popover']}>
      <Dialog className={cx(styles['dialog'], times !== null && styles['with-times'])}>
        <Calendar
          visibleDuration={{ months: monthsToShow }}
          {...(min !== null && { minValue: min })}
          {...(max !== null && { maxValue: max })}
        >
          <header className={styles['head']}>
            <Heading className={styles['month'] ?? ''} />
            <Button slot="previous" className={inputStyles['tool'] ?? ''}>
              <Icon icon={ChevronLeft} flip />
            </Button>
            <Button slot="next" className={inputStyles['tool'] ?? ''}>
              <Icon icon={ChevronRight} flip />
            </Button>
          </header>
          <div className={styles['months']}>
            {Array.from({ length: monthsToShow }, (_, months) => (
              <MonthGrid key={months} months={months} />
            ))}
          </div>
        </Calendar>
        {times !== null && granularity === 'minute' && (
          <TimeList {...times} value={minuteOf(props.value, timeZone)} onChange={props.onTime} />
        )}
      </Dialog>
    </Popover>
  )
}

function MonthGrid({ months }: { months: number }) {
  const { tag } = useT()
  return (
    <CalendarGrid
      weekdayStyle={hasShortWeekdays(tag) ? 'short' : 'narrow'}
      offset={{ months }}
      className={styles['grid'] ?? ''}
    >
      <CalendarGridHeader>
        {(day) => <CalendarHeaderCell className={styles['weekday'] ?? ''}>{day}</CalendarHeaderCell>}
      </CalendarGridHeader>
      <CalendarGridBody>
        {(date) => <CalendarCell date={date} className={styles['day'] ?? ''} />}
      </CalendarGridBody>
    </CalendarGrid>
  )
}

/** Most characters of a weekday with which seven fit next to each other. */
const LONGEST_WEEKDAY = 4

/** False for languages without short weekdays, such as Arabic. */
function hasShortWeekdays(tag: string): boolean {
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => weekday.format(Date.UTC(2026, 10, 1 + day))).every(
    (name) => name.length <= LONGEST_WEEKDAY,
  )
}

type Props = Pick<DateInputProps, 'value' | 'onChange' | 'unfinished' | 'onUnfinished'>

/**
 * A date with a partly typed year: stored by the parent with `onUnfinished`, else here while the value is
 * null.
 */
function useUnfinished({ value, onChange, unfinished = null, onUnfinished }: Props) {
  const [own, setOwn] = useState<string | null>(null)
  return {
    text: onUnfinished !== undefined ? unfinished : value === null ? own : null,
    hold: (typed: string): void => {
      setOwn(typed)
      if (onUnfinished === undefined) onChange(null)
      else onUnfinished(typed)
    },
    finish: (iso: string | null): void => {
      setOwn(null)
      onChange(iso)
    },
  }
}
