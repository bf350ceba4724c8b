import {
  getLocalTimeZone,
  parseAbsolute,
  toCalendarDateTime,
  toZoned,
  type ZonedDateTime,
} from '@internationalized/date'

/** A time of the hour that a change of clocks makes twice: both times that are written alike, the earlier one first. */
export type Readings = readonly [ZonedDateTime, ZonedDateTime]

/** Null for a time that nothing else is written like. `iso`: one that can be written; `timeZone`: this computer's by default. */
export function readingsOf(iso: string, timeZone: string = getLocalTimeZone()): Readings | null {
  const local = toCalendarDateTime(parseAbsolute(new Date(iso).toISOString(), timeZone))
  const [earlier, later] = [toZoned(local, timeZone, 'earlier'), toZoned(local, timeZone, 'later')]
  return earlier.offset === later.offset ? null : [earlier, later]
}
