import { TZDate } from '@date-fns/tz'
import type { Locale } from 'date-fns'
import { format } from 'date-fns/format'
import { formatDistance as distance } from 'date-fns/formatDistance'

/** Dates in the admin where the site says nothing (S9.23): `January 5th 2024, 3:04 PM`. */
export const DEFAULT_DATE_FORMAT = 'MMMM do yyyy, h:mm a'

/**
 * An ISO time in a date-fns pattern, in this computer's time zone unless another one is named.
 * @throws RangeError `Invalid time value` (S8.11)
 */
export function formatDate(iso: string, pattern: string, locale: Locale, timeZone?: string): string {
  const time = timeZone === undefined ? new Date(iso) : new TZDate(iso, timeZone)
  return format(time, pattern, { locale })
}

/**
 * The distance between a time and `now` in words, without `ago` (S9.24): `about 2 hours`.
 * @throws RangeError `Invalid time value`
 */
export function formatDistance(iso: string, now: Date, locale: Locale): string {
  return distance(new Date(iso), now, { locale })
}
