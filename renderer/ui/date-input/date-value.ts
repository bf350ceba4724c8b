import { CalendarDate, parseAbsoluteToLocal, toCalendarDate, type DateValue } from '@internationalized/date'

export type DateGranularity = 'day' | 'minute'

/** An ISO time as the picker's value, in this computer's time zone; null for null and for what is not a date. */
export function toPickerValue(iso: string | null, granularity: DateGranularity): DateValue | null {
  if (iso === null || Number.isNaN(Date.parse(iso))) return null
  const zoned = parseAbsoluteToLocal(new Date(iso).toISOString())
  return granularity === 'day' ? toCalendarDate(zoned) : zoned
}

/** The picker's value as ISO time. A day is stored as its noon in UTC, as the web admin does. */
export function fromPickerValue(value: DateValue | null): string | null {
  if (value === null) return null
  if ('toAbsoluteString' in value) return value.toAbsoluteString()
  const day = new CalendarDate(value.year, value.month, value.day)
  return `${day.toString()}T12:00:00.000Z`
}
