import {
  CalendarDate,
  CalendarDateTime,
  getLocalTimeZone,
  parseAbsolute,
  parseDate,
  parseDateTime,
  Time,
  toCalendarDate,
  toCalendarDateTime,
  today,
  toTime,
  toZoned,
  type DateValue,
  type ZonedDateTime,
} from '@internationalized/date'
import { isWritableDate, NOON } from '../../../shared/fields/date/date-shape.ts'
import { readingsOf } from '../../i18n/dates.ts'

export type DateGranularity = 'day' | 'minute'

function parse(iso: string | null, timeZone: string) {
  if (iso === null || !isWritableDate(iso)) return null
  return parseAbsolute(new Date(iso).toISOString(), timeZone)
}

/**
 * Converts an ISO time to the picker's value in a time zone; null for null and for an invalid time. `own`: the zone
 * is stored with the value, so a day is a day of that zone.
 */
export function toPickerValue(
  iso: string | null,
  granularity: DateGranularity,
  timeZone: string = getLocalTimeZone(),
  own = false,
): DateValue | null {
  if (granularity === 'minute') return parse(iso, timeZone)
  return toDay(iso, own ? timeZone : dayZone(iso, timeZone))
}

/** Returns the zone of a day: noon in UTC is read in UTC, so that it is the same day in every zone. */
export function dayZone(iso: string | null, timeZone: string = getLocalTimeZone()): string {
  return iso?.endsWith(NOON) ? 'UTC' : timeZone
}

function toDay(iso: string | null, timeZone: string): CalendarDate | null {
  const zoned = parse(iso, timeZone)
  return zoned && toCalendarDate(zoned)
}

/**
 * Returns the value; if its local time and that of `before` occur twice, the one with the offset of `before`, so that
 * changing a minute keeps the hour.
 */
export function keepReading(
  next: string | null,
  before: string | null,
  timeZone: string = getLocalTimeZone(),
): string | null {
  const was = parse(before, timeZone)
  const now = parse(next, timeZone)
  if (next === null || was === null || now === null || isSameLocalTime(was, now)) return next
  if (readingsOf(was.toAbsoluteString(), timeZone) === null) return next
  const kept = readingsOf(next, timeZone)?.find(({ offset }) => offset === was.offset)
  return kept?.toAbsoluteString() ?? next
}

function isSameLocalTime(a: ZonedDateTime, b: ZonedDateTime): boolean {
  return toCalendarDateTime(a).compare(toCalendarDateTime(b)) === 0
}

/** Converts the picker's value to an ISO time; a day to noon of the zone stored with it, else noon in UTC. */
export function fromPickerValue(value: DateValue | null, ownZone?: string): string | null {
  if (value === null) return null
  if ('toAbsoluteString' in value) return value.toAbsoluteString()
  const { year, month, day } = value
  if (ownZone === undefined) return `${new CalendarDate(year, month, day).toString()}${NOON}`
  return toZoned(new CalendarDateTime(year, month, day, 12), ownZone).toAbsoluteString()
}

/** Writes a date with a partly typed year: `0020-02-23`, `0020-02-23T10:30:00`. */
export function toUnfinishedText(value: DateValue): string {
  return 'timeZone' in value ? toCalendarDateTime(value).toString() : value.toString()
}

/** Reads a date with a partly typed year; null if it is none. */
export function fromUnfinishedText(
  text: string | null,
  granularity: DateGranularity,
  timeZone: string = getLocalTimeZone(),
): DateValue | null {
  if (text === null) return null
  try {
    return granularity === 'day' ? parseDate(text) : toZoned(parseDateTime(text), timeZone)
  } catch {
    return null
  }
}

/** Returns the time of day of an ISO time; null for null and for an invalid time. */
export function toTimeValue(iso: string | null, timeZone: string = getLocalTimeZone()): Time | null {
  const zoned = parse(iso, timeZone)
  return zoned && toTime(zoned)
}

/** Converts a time of day to an ISO time: on the day of `before`, else today. */
export function fromTimeValue(
  time: Time | null,
  before: string | null,
  timeZone: string = getLocalTimeZone(),
): string | null {
  if (time === null) return null
  const zoned = parse(before, timeZone) ?? toZoned(today(timeZone), timeZone)
  const next = zoned.set({ hour: time.hour, minute: time.minute, second: 0, millisecond: 0 })
  return keepReading(next.toAbsoluteString(), before, timeZone)
}

export type YearMonth = { year: number; month: number }

export function toMonthValue(iso: string | null, ownZone?: string): YearMonth | null {
  const day = toDay(iso, ownZone ?? dayZone(iso))
  return day && { year: day.year, month: day.month }
}

/** Returns the first of the month. */
export function fromMonthValue({ year, month }: YearMonth, ownZone?: string): string | null {
  return fromPickerValue(new CalendarDate(year, month, 1), ownZone)
}

const MINUTE = 60_000

/** Returns the offered times of a day, in minutes since midnight. Of the ISO limits only the time of day counts. */
export function offeredTimes(
  interval: number,
  { min, max }: { min: string | null; max: string | null },
): number[] {
  const first = min === null ? 0 : minuteOfDay(new Date(min))
  const last = max === null ? 24 * 60 - 1 : minuteOfDay(new Date(max))
  const all = Array.from({ length: Math.ceil((24 * 60) / interval) }, (_, index) => index * interval)
  return all.filter((minute) => minute >= first && minute <= last)
}

/** Returns the minute of the day on this computer's clock. */
function minuteOfDay(time: Date): number {
  return time.getHours() * 60 + time.getMinutes()
}

/** Moves an ISO time to a minute of its day; null becomes today. */
export function atMinute(
  iso: string | null,
  minute: number,
  timeZone: string = getLocalTimeZone(),
): string | null {
  return fromTimeValue(new Time(Math.floor(minute / 60), minute % 60), iso, timeZone)
}

/** Returns the minute of the day; null for null and for an invalid time. */
export function minuteOf(iso: string | null, timeZone?: string): number | null {
  const time = toTimeValue(iso, timeZone)
  return time && time.hour * 60 + time.minute
}

/** Returns a minute of the day as ISO time on a day without a clock change, to be formatted in UTC. */
export function minuteAsIso(minute: number): string {
  return new Date(minute * MINUTE).toISOString()
}

/** Returns the day of an ISO limit on this computer's calendar. */
export function limitDay(iso: string | null | undefined): CalendarDate | null {
  return toDay(iso ?? null, getLocalTimeZone())
}
