import type { DateGranularity } from './date-value.ts'
import type { OfferedTimes } from './time-list.tsx'

export type DateInputProps = {
  /** ISO time or null. */
  value: string | null
  onChange: (iso: string | null) => void
  /** A date with a partly typed year, if the parent stores it; otherwise null. */
  unfinished?: string | null
  /** Called with such a date instead of `onChange`. Without it, the date is null until the year is complete. */
  onUnfinished?: (text: string) => void
  onBlur?: () => void
  granularity?: DateGranularity
  /** The time zone stored with the value, for display and input; by default this computer's. */
  timeZone?: string | undefined
  /** Text shown while the input is not edited: the formatted value or a placeholder. */
  resting?: string | null
  /** 12 or 24 hours; by default as the language counts. */
  hourCycle?: 12 | 24 | null
  /** Limits of the picker, as ISO times. Typed values may be outside. */
  minDate?: string | null
  maxDate?: string | null
  monthsToShow?: 1 | 2
  /** Times offered in the picker, in minutes of the day; none by default. */
  times?: OfferedTimes | null
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

/** Returns the shared props of date and time inputs for react-aria, which must not get undefined ones. */
export function pickerProps(props: DateInputProps) {
  return {
    shouldForceLeadingZeros: true,
    ...(props.hourCycle != null && { hourCycle: props.hourCycle }),
    isReadOnly: props.readOnly ?? false,
    isInvalid: props.invalid ?? false,
    isRequired: props.required ?? false,
    ...(props.id !== undefined && { id: props.id }),
    ...(props.onBlur !== undefined && { onBlur: props.onBlur }),
    ...(props['aria-label'] !== undefined && { 'aria-label': props['aria-label'] }),
    ...(props['aria-labelledby'] !== undefined && { 'aria-labelledby': props['aria-labelledby'] }),
    ...(props['aria-describedby'] !== undefined && { 'aria-describedby': props['aria-describedby'] }),
  }
}
