import { useMemo, useState } from 'react'
import { GregorianCalendar } from '@internationalized/date'
import { latinDigits } from '../../i18n/numbers.ts'
import { useT } from '../../i18n/use-t.ts'
import { NumberInput } from '../number-input/number-input.tsx'
import { Select } from '../select/select.tsx'
import type { DateInputProps } from './date-input-props.ts'
import styles from './date-input.module.css'
import { fromMonthValue, toMonthValue } from './date-value.ts'
import { YEAR_DIGITS, yearOfTwoDigits } from './typed-date.ts'

/** The shown parts; the year may be partly typed. */
type Parts = { month: number | null; year: string }

const MIN_YEAR = 1000
const MAX_YEAR = 9999

/** An input for a month of a year. It has a value once both are typed and the year has four digits. */
export function MonthInput(props: Omit<DateInputProps, 'granularity'>) {
  const { tag } = useT()
  const { id = '', readOnly = false, invalid = false, required = false, timeZone, onBlur } = props
  const value = toMonthValue(props.value, timeZone)
  const [half, setHalf] = useState<Parts>({ month: null, year: '' })
  const unfinished = fromUnfinishedMonth(props.unfinished ?? null)
  const shown: Parts = unfinished ?? (value ? { month: value.month, year: String(value.year) } : half)
  const shownYear = wholeYear(shown.year)
  const first = toMonthValue(props.minDate ?? null, timeZone)
  const last = toMonthValue(props.maxDate ?? null, timeZone)
  // The present month is offered even if it is outside of the limits.
  const isOffered = (month: number): boolean =>
    month === shown.month ||
    !(
      (first !== null && shownYear === first.year && month < first.month) ||
      (last !== null && shownYear === last.year && month > last.month)
    )
  const words = useMemo(() => {
    const names = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' })
    const parts = new Intl.DisplayNames(tag, { type: 'dateTimeField' })
    return {
      month: parts.of('month') ?? '',
      year: parts.of('year') ?? '',
      months: Array.from({ length: 12 }, (_, index) => ({
        value: String(index + 1),
        label: names.format(Date.UTC(2000, index, 1)),
      })),
    }
  }, [tag])
  const change = (part: Partial<Parts>) => {
    const { month, year } = { ...shown, ...part }
    setHalf({ month, year })
    const isStored = unfinished === null && year === String(value?.year)
    const whole = isStored ? (value?.year ?? null) : wholeYear(year)
    if (month !== null && whole !== null) props.onChange(fromMonthValue({ year: whole, month }, timeZone))
    else if (month !== null && year !== '' && props.onUnfinished !== undefined)
      props.onUnfinished(toUnfinishedMonth(month, year))
    else props.onChange(null)
  }
  const shared = { readOnly, invalid, required, 'aria-describedby': props['aria-describedby'] }
  return (
    <div role="group" aria-labelledby={props['aria-labelledby']} className={styles['month-input']}>
      <Select
        {...shared}
        {...(onBlur !== undefined && { onBlur })}
        id={id}
        label={words.month}
        placeholder={words.month}
        clearable={!required}
        options={words.months.filter((month) => isOffered(Number(month.value)))}
        value={shown.month === null ? null : String(shown.month)}
        onChange={(next) => change({ month: next === null ? null : Number(next) })}
      />
      <NumberInput
        {...shared}
        id={`${id}-year`}
        onBlur={() => {
          const isTyped = unfinished !== null || value === null
          const year = isTyped ? yearOfTwoDigits(shown.year, new GregorianCalendar()) : null
          if (year !== null) change({ year: String(year) })
          onBlur?.()
        }}
        aria-label={words.year}
        placeholder={words.year}
        min={first?.year ?? MIN_YEAR}
        max={last?.year ?? MAX_YEAR}
        value={shownYear}
        text={shownYear === null && shown.year !== '' ? shown.year : null}
        onChange={(_value, text) => change({ year: latinDigits(text.trim()) })}
      />
    </div>
  )
}

function wholeYear(text: string): number | null {
  return text.length === YEAR_DIGITS && /^[1-9]\d+$/.test(text) ? Number(text) : null
}

/** Returns a month with a partly typed year as text: `20-02`. */
function toUnfinishedMonth(month: number, year: string): string {
  return `${year}-${String(month).padStart(2, '0')}`
}

function fromUnfinishedMonth(text: string | null): Parts | null {
  const [, year, month] = /^(.+)-(\d\d)$/.exec(text ?? '') ?? []
  return year === undefined || month === undefined ? null : { year, month: Number(month) }
}
