import type { DateField } from '../../cms/schema-model.ts'

/** How a date is written: a date-fns pattern, null: the site's own; and in which zone, undefined: this computer's. */
export type DateShape = { pattern: string | null; timeZone: string | undefined }

/** What each picker asks for, where the site names no format; the parts that nobody chose would say nothing. */
const PATTERNS: Record<DateField['appearance'], string | null> = {
  dayOnly: 'PPP',
  dayAndTime: null,
  monthOnly: 'LLLL yyyy',
  timeOnly: 'p',
}

/** A day and a month have no time; without a zone of their own they are stored as noon in UTC, as the web admin does. */
export const NOON = 'T12:00:00.000Z'

/** Of a value of this field; `zone`: the one that is stored beside it, where there is one that this computer knows. */
export function dateShape(field: DateField, iso: string, zone: string | undefined): DateShape {
  const isDay = field.appearance === 'dayOnly' || field.appearance === 'monthOnly'
  return {
    pattern: field.displayFormat ?? PATTERNS[field.appearance],
    // Noon in UTC is that very day wherever this computer stands.
    timeZone: zone ?? (isDay && iso.endsWith(NOON) ? 'UTC' : undefined),
  }
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
