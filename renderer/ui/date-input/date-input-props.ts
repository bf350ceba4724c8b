import type { DateGranularity } from './date-value.ts'
import type { OfferedTimes } from './time-list.tsx'

export type DateInputProps = {
  /** ISO time or null. */
  value: string | null
  onChange: (iso: string | null) => void
  /** The date whose year is not typed to its end, if the user of this input keeps it; null: there is none. */
  unfinished?: string | null
  /** Called with such a date instead of `onChange`. Without it, the date is null until its year is whole. */
  onUnfinished?: (text: string) => void
  onBlur?: () => void
  granularity?: DateGranularity
  /** The time zone that is stored with it, in which it is shown and typed; this computer's by default. */
  timeZone?: string | undefined
  /** What is shown while nobody types: the value in the format of the site, or what to put in. */
  resting?: string | null
  /** 12 or 24 hours; by default as the language counts. */
  hourCycle?: 12 | 24 | null
  /** What is offered, as ISO times. What is typed may lie outside. */
  minDate?: string | null
  maxDate?: string | null
  monthsToShow?: 1 | 2
  /** The times that are offered, in minutes of the day; none by default. */
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
