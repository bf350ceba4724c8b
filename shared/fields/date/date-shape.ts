import type { DateField } from '../../cms/schema-model.ts'

/** The parts of a time that are written; `short`: the time and the day without the year. */
export type DateParts = 'whole' | 'day' | 'month' | 'time' | 'short'

/** The format of a time. `pattern`: of date-fns; null: those parts in the format of the user's language. */
export type DateShape = {
  parts: DateParts
  pattern: string | null
  /** Undefined: the time zone of this computer. */
  timeZone: string | undefined
  /** With the name of the month abbreviated, where the user's language formats it. */
  isShort?: true
}

/** The parts that each picker sets; other parts are not shown. */
const PARTS: Record<DateField['appearance'], DateParts> = {
  dayOnly: 'day',
  dayAndTime: 'whole',
  monthOnly: 'month',
  timeOnly: 'time',
}

/** Time stored with a day or month that has no time zone of its own: noon in UTC, as in the web admin. */
export const NOON = 'T12:00:00.000Z'

/** The format of a field's value. `zone`: the time zone stored with it, if this computer knows it. */
export function dateShape(field: DateField, iso: string, zone: string | undefined): DateShape {
  const isDay = field.appearance === 'dayOnly' || field.appearance === 'monthOnly'
  return {
    parts: PARTS[field.appearance],
    pattern: field.displayFormat,
    // Noon in UTC stands for the day alone; in some time zones it would be the next day.
    timeZone: zone ?? (isDay && iso.endsWith(NOON) ? 'UTC' : undefined),
  }
}

/** Largest year that fits the date inputs. */
const LAST_YEAR = 9999

/** True if a text is a date that can be formatted and edited. Payload also stores dates outside this range. */
export function isWritableDate(iso: string): boolean {
  // For an invalid date the year is NaN, so this is false.
  return Math.abs(new Date(iso).getUTCFullYear()) <= LAST_YEAR
}

/** The name of a time zone; undefined if it is none, or none that this computer knows. */
export function knownZone(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone && name
  } catch {
    return undefined
  }
}
