import type { NamedBase } from '../../cms/field-base.ts'

export type DateField = NamedBase & {
  type: 'date'
  appearance: 'dayOnly' | 'dayAndTime' | 'timeOnly' | 'monthOnly'
  /** date-fns format of the value while it is not edited; null: the format of the user's language. */
  displayFormat: string | null
  /** date-fns format of the times in the picker; null: the format of the user's language. */
  timeFormat: string | null
  /** Minutes between the times in the picker. */
  timeIntervals: number
  /** Limits of the picker, as ISO times; a typed date may lie outside, and the server accepts it. */
  minDate: string | null
  maxDate: string | null
  /** Limits of the picker's times; only the time of day counts. */
  minTime: string | null
  maxTime: string | null
  monthsToShow: 1 | 2
  /** True if the field has a sibling `${name}_tz` (S5.26 timezoneRequired). */
  timezone: boolean
  /** True if the time zone is required even where the date is not. */
  timezoneRequired: boolean
}
