import type { NamedBase } from '../../cms/field-base.ts'

export type DateField = NamedBase & {
  type: 'date'
  appearance: 'dayOnly' | 'dayAndTime' | 'timeOnly' | 'monthOnly'
  /** date-fns format of the value while nobody is typing it; null: as the language writes dates. */
  displayFormat: string | null
  /** date-fns format of the times that are offered; null: as the language writes times. */
  timeFormat: string | null
  /** Minutes between the times that are offered. */
  timeIntervals: number
  /** What is offered, as ISO times; what is typed may lie outside, and the server takes it. */
  minDate: string | null
  maxDate: string | null
  /** Of these only the time of day counts. */
  minTime: string | null
  maxTime: string | null
  monthsToShow: 1 | 2
  /** True where the field has a sibling `${name}_tz` (S5.26 timezoneRequired). */
  timezone: boolean
  /** Whether that one has to be chosen also where the date is not required. */
  timezoneRequired: boolean
}
