import { useMemo, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { NumberInput } from '../number-input/number-input.tsx'
import { Select } from '../select/select.tsx'
import type { DateInputProps } from './date-input-props.ts'
import styles from './date-input.module.css'
import { fromMonthValue, toMonthValue } from './date-value.ts'

/** A year has four digits: what is being typed is not a year yet. */
const MIN_YEAR = 1000
const MAX_YEAR = 9999

/** A month of a year; a value once both are there. */
export function MonthInput(props: Omit<DateInputProps, 'granularity'>) {
  const { tag } = useT()
  const { id = '', readOnly = false, invalid = false, required = false, timeZone, onBlur } = props
  const value = toMonthValue(props.value, timeZone)
  const [half, setHalf] = useState<{ month: number | null; year: number | null }>({ month: null, year: null })
  const shown = value ?? half
  const first = toMonthValue(props.minDate ?? null, timeZone)
  const last = toMonthValue(props.maxDate ?? null, timeZone)
  // The one that is there stays to be seen.
  const isOffered = (month: number): boolean =>
    month === shown.month ||
    !(
      (first !== null && shown.year === first.year && month < first.month) ||
      (last !== null && shown.year === last.year && month > last.month)
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
  const change = (part: { month?: number | null; year?: number | null }) => {
    const { month, year } = { ...shown, ...part }
    setHalf({ month, year })
    const whole =
      month !== null && year !== null && Number.isInteger(year) && year >= MIN_YEAR && year <= MAX_YEAR
    props.onChange(whole ? fromMonthValue({ year, month }, timeZone) : null)
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
        onBlur={onBlur}
        aria-label={words.year}
        placeholder={words.year}
        min={first?.year ?? MIN_YEAR}
        max={last?.year ?? MAX_YEAR}
        value={shown.year}
        onChange={(year) => change({ year })}
      />
    </div>
  )
}
