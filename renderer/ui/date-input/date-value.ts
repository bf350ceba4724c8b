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
import { readingsOf } from '../../i18n/readings.ts'

export type DateGranularity = 'day' | 'minute'

function parse(iso: string | null, timeZone: string) {
  if (iso === null || !isWritableDate(iso)) return null
  return parseAbsolute(new Date(iso).toISOString(), timeZone)
}

/**
 * An ISO time as the picker's value in a time zone; null for null and for what cannot be edited. `own`: the zone is stored
 * with the value, so that a day is one of that zone.
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

/** Where a day is read: noon in UTC is that very day wherever this computer stands, also where it is tomorrow already. */
export function dayZone(iso: string | null, timeZone: string = getLocalTimeZone()): string {
  return iso?.endsWith(NOON) ? 'UTC' : timeZone
}

function toDay(iso: string | null, timeZone: string): CalendarDate | null {
  const zoned = parse(iso, timeZone)
  return zoned && toCalendarDate(zoned)
}

/**
 * What was typed or chosen, where both times of a doubled hour are written like it: that one of them which was meant
 * before, so that another minute is no other hour. `before`: the value until now.
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

/** The picker's value as ISO time; a day as noon of the zone that is stored with it, else as noon in UTC. */
export function fromPickerValue(value: DateValue | null, ownZone?: string): string | null {
  if (value === null) return null
  if ('toAbsoluteString' in value) return value.toAbsoluteString()
  const { year, month, day } = value
  if (ownZone === undefined) return `${new CalendarDate(year, month, day).toString()}${NOON}`
  return toZoned(new CalendarDateTime(year, month, day, 12), ownZone).toAbsoluteString()
}

/** A date whose year is not typed to its end, as text: `0020-02-23`, `0020-02-23T10:30:00`. */
export function toUnfinishedText(value: DateValue): string {
  return 'timeZone' in value ? toCalendarDateTime(value).toString() : value.toString()
}

/** The date of such a text; null if it is none. */
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
  const next = zoned.set({ hour: time.hour, minute: time.minute, second: 0, millisecond: 0 })
  return keepReading(next.toAbsoluteString(), before, timeZone)
}

export type YearMonth = { year: number; month: number }

export function toMonthValue(iso: string | null, ownZone?: string): YearMonth | null {
  const day = toDay(iso, ownZone ?? dayZone(iso))
  return day && { year: day.year, month: day.month }
}

/** The first of the month. */
export function fromMonthValue({ year, month }: YearMonth, ownZone?: string): string | null {
  return fromPickerValue(new CalendarDate(year, month, 1), ownZone)
}

const MINUTE = 60_000

/** The times of a day that are offered, in minutes since midnight. Limits are ISO times of which the time of day counts. */
export function offeredTimes(
  interval: number,
  { min, max }: { min: string | null; max: string | null },
): number[] {
  const first = min === null ? 0 : minuteOfDay(new Date(min))
  const last = max === null ? 24 * 60 - 1 : minuteOfDay(new Date(max))
  const all = Array.from({ length: Math.ceil((24 * 60) / interval) }, (_, index) => index * interval)
  return all.filter((minute) => minute >= first && minute <= last)
}

/** On this computer's clock. */
function minuteOfDay(time: Date): number {
  return time.getHours() * 60 + time.getMinutes()
}

/** An ISO time moved to that minute of its day; of today, where there is none yet. */
export function atMinute(
  iso: string | null,
  minute: number,
  timeZone: string = getLocalTimeZone(),
): string | null {
  return fromTimeValue(new Time(Math.floor(minute / 60), minute % 60), iso, timeZone)
}

/** The minute of its day; null for none. */
export function minuteOf(iso: string | null, timeZone?: string): number | null {
  const time = toTimeValue(iso, timeZone)
  return time && time.hour * 60 + time.minute
}

/** A minute of the day as an ISO time of a day without a change of clocks, to be formatted in UTC. */
export function minuteAsIso(minute: number): string {
  return new Date(minute * MINUTE).toISOString()
}

/** The day of an ISO limit on this computer's calendar. */
export function limitDay(iso: string | null | undefined): CalendarDate | null {
  return toDay(iso ?? null, getLocalTimeZone())
}
