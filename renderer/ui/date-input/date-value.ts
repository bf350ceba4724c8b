import {
  CalendarDate,
  getLocalTimeZone,
  parseAbsolute,
  Time,
  toCalendarDate,
  today,
  toTime,
  toZoned,
  type DateValue,
} from '@internationalized/date'

export type DateGranularity = 'day' | 'minute'

/** A day and a month have no time; they are stored as noon in UTC, as the web admin does. */
const NOON = 'T12:00:00.000Z'

function parse(iso: string | null, timeZone: string) {
  if (iso === null || Number.isNaN(Date.parse(iso))) return null
  return parseAbsolute(new Date(iso).toISOString(), timeZone)
}

/** An ISO time as the picker's value in a time zone; null for null and for what is not a date. */
export function toPickerValue(
  iso: string | null,
  granularity: DateGranularity,
  timeZone: string = getLocalTimeZone(),
): DateValue | null {
  if (granularity === 'minute') return parse(iso, timeZone)
  return toDay(iso, timeZone)
}

/** Noon in UTC is that very day wherever this computer stands, also where it is tomorrow already. */
function toDay(iso: string | null, timeZone: string): CalendarDate | null {
  const zoned = parse(iso, iso?.endsWith(NOON) ? 'UTC' : timeZone)
  return zoned && toCalendarDate(zoned)
}

/** The picker's value as ISO time. */
export function fromPickerValue(value: DateValue | null): string | null {
  if (value === null) return null
  if ('toAbsoluteString' in value) return value.toAbsoluteString()
  return `${new CalendarDate(value.year, value.month, value.day).toString()}${NOON}`
}

/** The time of day of an ISO time. */
export function toTimeValue(iso: string | null, timeZone: string = getLocalTimeZone()): Time | null {
  const zoned = parse(iso, timeZone)
  return zoned && toTime(zoned)
}

/** A time of day as ISO time: on the day that was there before, else today. */
export function fromTimeValue(
  time: Time | null,
  before: string | null,
  timeZone: string = getLocalTimeZone(),
): string | null {
  if (time === null) return null
  const zoned = parse(before, timeZone) ?? toZoned(today(timeZone), timeZone)
  return zoned.set({ hour: time.hour, minute: time.minute, second: 0, millisecond: 0 }).toAbsoluteString()
}

export type YearMonth = { year: number; month: number }

export function toMonthValue(iso: string | null, timeZone: string = getLocalTimeZone()): YearMonth | null {
  const day = toDay(iso, timeZone)
  return day && { year: day.year, month: day.month }
}

/** The first of the month. */
export function fromMonthValue({ year, month }: YearMonth): string {
  return `${new CalendarDate(year, month, 1).toString()}${NOON}`
}
