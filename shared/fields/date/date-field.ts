import type { NamedBase } from '../../cms/field-base.ts'

export type DateField = NamedBase & {
  type: 'date'
  appearance: 'dayOnly' | 'dayAndTime' | 'timeOnly' | 'monthOnly'
  displayFormat: string | null
  /** True where the field has a sibling `${name}_tz` (S5.26 timezoneRequired). */
  timezone: boolean
}
