import type { DateField } from '../../cms/schema-model.ts'

/** What of a time is written; `short`: the time and, without the year, its day. */
export type DateParts = 'whole' | 'day' | 'month' | 'time' | 'short'

/** How a time is written; `pattern`: of date-fns, null: as the language writes those parts. */
export type DateShape = {
  parts: DateParts
  pattern: string | null
  /** Undefined: this computer's. */
  timeZone: string | undefined
  /** Where the language writes it: with the name of the month cut short. */
  isShort?: true
}

/** What each picker asks for; the parts that nobody chose would say nothing. */
const PARTS: Record<DateField['appearance'], DateParts> = {
  dayOnly: 'day',
  dayAndTime: 'whole',
  monthOnly: 'month',
  timeOnly: 'time',
}

/** A day and a month have no time; without a zone of their own they are stored as noon in UTC, as the web admin does. */
export const NOON = 'T12:00:00.000Z'

/** Of a value of this field; `zone`: the one that is stored beside it, where there is one that this computer knows. */
export function dateShape(field: DateField, iso: string, zone: string | undefined): DateShape {
  const isDay = field.appearance === 'dayOnly' || field.appearance === 'monthOnly'
  return {
    parts: PARTS[field.appearance],
    pattern: field.displayFormat,
    // Noon in UTC is that very day wherever this computer stands.
    timeZone: zone ?? (isDay && iso.endsWith(NOON) ? 'UTC' : undefined),
  }
}

/** The longest year that the inputs of dates have room for. */
const LAST_YEAR = 9999

/** Whether a text is a date that can be written in words and edited. Payload takes years beyond those, too. */
export function isWritableDate(iso: string): boolean {
  // Of what is no date the year is NaN.
  return Math.abs(new Date(iso).getUTCFullYear()) <= LAST_YEAR
}

/** A zone by its name; undefined where it is none, or none that this computer knows. */
export function knownZone(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone && name
  } catch {
    return undefined
  }
}
