import { TZDate } from '@date-fns/tz'
import type { Locale } from 'date-fns'
import { format } from 'date-fns/format'
import { formatDistance as distance } from 'date-fns/formatDistance'
import { isSameDay } from 'date-fns/isSameDay'
import { isSameYear } from 'date-fns/isSameYear'
import type { DateParts, DateShape } from '../../shared/fields/date/date-shape.ts'
import type { RelativeDate } from '../../shared/lists/relative-date.ts'
import { latinDigits } from './numbers.ts'
import {
  getLocalTimeZone,
  parseAbsolute,
  toCalendarDateTime,
  toZoned,
  type ZonedDateTime,
} from '@internationalized/date'

/** The web admin's date format for sites without one (S9.23): `January 5th 2024, 3:04 PM`. */
export const DEFAULT_DATE_FORMAT = 'MMMM do yyyy, h:mm a'

/** The date formats of a language and of the site. `tag`: BCP 47. */
export type DateWords = { tag: string; dateLocale: Locale; siteFormat: string }

const OPTIONS: Record<DateParts, Intl.DateTimeFormatOptions> = {
  whole: { dateStyle: 'long', timeStyle: 'short' },
  day: { dateStyle: 'long' },
  month: { year: 'numeric', month: 'long' },
  time: { timeStyle: 'short' },
  short: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
}

const SHORT_OPTIONS: Record<DateParts, Intl.DateTimeFormatOptions> = {
  ...OPTIONS,
  whole: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  month: { year: 'numeric', month: 'short' },
}

/** A cache, since making a formatter takes longer than a hundred uses of it. */
const made = new Map<string, Intl.DateTimeFormat>()

function dateFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`
  const known = made.get(key) ?? new Intl.DateTimeFormat(tag, options)
  made.set(key, known)
  return known
}

/**
 * Formats a time as the field or the site says, else as the language does, always Gregorian with 0–9. A time in the
 * hour that clocks repeat gets its offset.
 * @throws RangeError `Invalid time value` (S8.11)
 */
export function writeDate(
  iso: string,
  { parts, pattern: own, timeZone, isShort }: DateShape,
  { tag, dateLocale, siteFormat }: DateWords,
): string {
  const time = new Date(iso)
  const byLanguage = isShort ? SHORT_OPTIONS[parts] : OPTIONS[parts]
  const isDefault = siteFormat === DEFAULT_DATE_FORMAT
  // The web admin's own format is a long English one.
  const ofSite = parts !== 'whole' || (isDefault && (isShort || !isEnglish(tag))) ? null : siteFormat
  const english = isEnglish(tag) || own === null || unlessEnglish(own) !== null ? null : optionsOf(own)
  const patterns = english !== null ? [] : isEnglish(tag) ? [own, ofSite] : [own, unlessEnglish(ofSite)]
  let text: string | null = null
  let hasHour = parts !== 'day' && parts !== 'month'
  for (const pattern of patterns) {
    if (text !== null || pattern === null) continue
    text = tryPattern(iso, pattern, dateLocale, timeZone)
    if (text !== null) hasHour = hasBareHour(pattern)
  }
  if (text === null && english !== null) hasHour = english.hour !== undefined
  text ??= dateFormat(tag, { ...(english ?? byLanguage), timeZone }).format(time)
  const isDoubled = hasHour && readingsOf(iso, timeZone) !== null
  return latinDigits(isDoubled ? `${text} (${offsetName(time, tag, timeZone)})` : text)
}

const isEnglish = (tag: string): boolean => tag.startsWith('en')

/**
 * Returns the pattern, or null if it is an English one (the month before the day, `MMM d, yyyy`): other languages
 * order the same parts themselves.
 */
function unlessEnglish(pattern: string | null): string | null {
  return pattern !== null &&
    /^[^dy]*M{3,4}[^A-Za-z]+do?(?![A-Za-z])/.test(pattern) &&
    optionsOf(pattern) !== null
    ? null
    : pattern
}

type Options = Intl.DateTimeFormatOptions
/** Options of Intl for tokens of date-fns. */
const TOKENS: readonly (readonly [RegExp, Options])[] = [
  [/^y+$/, { year: 'numeric' }],
  [/^MMM$/, { month: 'short' }],
  [/^MMMM$/, { month: 'long' }],
  [/^(d|do)$/, { day: 'numeric' }],
  [/^dd$/, { day: '2-digit' }],
  [/^E{1,3}$/, { weekday: 'short' }],
  [/^EEEE$/, { weekday: 'long' }],
  [/^[hH]{1,2}$/, { hour: 'numeric' }],
  [/^mm?$/, { minute: '2-digit' }],
  [/^ss?$/, { second: '2-digit' }],
  [/^a+$/, {}],
]

/** Returns the parts of a format as options of Intl; null if it has other parts or quoted text. */
function optionsOf(pattern: string): Options | null {
  if (pattern.includes("'")) return null
  let options: Options = {}
  for (const token of pattern.match(/do|([A-Za-z])\1*/g) ?? []) {
    const known = TOKENS.find(([shape]) => shape.test(token))
    if (known === undefined) return null
    options = { ...options, ...known[1] }
  }
  return options
}

/**
 * Formats a moment in short: today only the time, this year the day without the year. Other years use the site's own
 * format, unless that has no time.
 * @throws RangeError `Invalid time value`
 */
export function writeMoment(iso: string, now: number, words: DateWords): string {
  const parts = !isSameYear(iso, now) ? 'whole' : isSameDay(iso, now) ? 'time' : 'short'
  const siteFormat = hasHourIn(words.siteFormat) ? words.siteFormat : DEFAULT_DATE_FORMAT
  const shape = { parts, pattern: null, timeZone: undefined, isShort: true } as const
  return writeDate(iso, shape, { ...words, siteFormat })
}

/** Formats with the site's pattern; null if date-fns does not understand it. */
function tryPattern(
  iso: string,
  pattern: string,
  locale: Locale,
  timeZone: string | undefined,
): string | null {
  const time = timeZone === undefined ? new Date(iso) : new TZDate(iso, timeZone)
  if (Number.isNaN(time.getTime())) throw new RangeError('Invalid time value')
  try {
    return format(time, pattern, { locale })
  } catch {
    return null
  }
}

/** A date-fns format without the words that it quotes. */
const tokensOf = (pattern: string): string => pattern.replaceAll(/'[^']*'/g, '')
const hasHourIn = (pattern: string): boolean => /[HhKkp]/.test(tokensOf(pattern))

/** True if a date-fns format has an hour, and no zone that tells a repeated hour apart. */
function hasBareHour(pattern: string): boolean {
  return hasHourIn(pattern) && !/[XxOztT]/.test(tokensOf(pattern))
}

/** Returns the offset, `GMT+2`, which tells the two times of a repeated hour apart. */
export function offsetName(time: Date, tag: string, timeZone: string | undefined): string {
  const parts = dateFormat(tag, { timeZoneName: 'shortOffset', timeZone }).formatToParts(time)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/**
 * The distance between a time and `now` in words, without `ago` (S9.24): `about 2 hours`.
 * @throws RangeError `Invalid time value`
 */
export function formatDistance(iso: string, now: Date, locale: Locale): string {
  return latinDigits(distance(new Date(iso), now, { locale }))
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** From this age on the date says more than the number of days. */
const LONGEST_AGO = 7 * DAY

/** Formats an age, `3 hours ago`, after a week the date. A time ahead of this computer's clock counts as now. */
export function writeAgo(iso: string, now: number, tag: string): string {
  const age = now - Date.parse(iso)
  if (age >= LONGEST_AGO) {
    const day: Options = isSameYear(iso, now) ? { month: 'short', day: 'numeric' } : { dateStyle: 'medium' }
    return dateFormat(tag, day).format(new Date(iso))
  }
  if (age < MINUTE) return agoFormat(tag, 'auto').format(0, 'second')
  // 1 is a number too (`1 day ago`, not `yesterday`), since 47 hours ago may not be yesterday.
  const words = agoFormat(tag, 'always')
  if (age < HOUR) return words.format(-Math.floor(age / MINUTE), 'minute')
  return age < DAY
    ? words.format(-Math.floor(age / HOUR), 'hour')
    : words.format(-Math.floor(age / DAY), 'day')
}

const lateOn = (month: number, day: number, year = 2020): string =>
  new Date(year, month, day, 22, 38).toISOString()
const MONTHS = Array.from({ length: 12 }, (_, month) => month)
const SAMPLE_TIMES = MONTHS.map((month) => lateOn(month, 28))
/** Several days of each month: the widest day of the week may not fall on the 28th. */
const SAMPLE_DAYS = MONTHS.flatMap((month) => [22, 23, 24, 25, 26, 27, 28].map((day) => lateOn(month, day)))

/** Returns texts of late times on late days of each month: no date is wider than the widest of these. */
export function sampleDates(write: (iso: string) => string): string[] {
  // A Sunday and a Monday: they differ if the day of the week is written.
  const [one, other] = [2020, 2021].map((year) => write(lateOn(5, 28, year)).replaceAll(/\d/g, ''))
  return (one === other ? SAMPLE_TIMES : SAMPLE_DAYS).map(write)
}

/** Ages with the most digits, in several plural forms, since a shorter number may have a longer word. */
const SAMPLE_AGES = [2, 3, 11, 59].flatMap((count) => [
  count * MINUTE,
  Math.min(count, 23) * HOUR,
  Math.min(count, 6) * DAY,
])

/** Returns texts of `writeAgo`, the longest ones among them. */
export function sampleAgos(tag: string): string[] {
  const now = Date.now()
  const ages = SAMPLE_AGES.map((age) => new Date(now - age).toISOString())
  return [...ages, ...SAMPLE_TIMES].map((iso) => writeAgo(iso, now, tag))
}

/** Formats `7 days ago`; a day has its name, such as `yesterday`. */
export function writeRelative({ amount, unit, isDay }: RelativeDate, tag: string): string {
  return agoFormat(tag, isDay ? 'auto' : 'always').format(amount, unit)
}

const madeOfAges = new Map<string, Intl.RelativeTimeFormat>()

function agoFormat(tag: string, numeric: 'auto' | 'always'): Intl.RelativeTimeFormat {
  const key = `${tag} ${numeric}`
  const known = madeOfAges.get(key) ?? new Intl.RelativeTimeFormat(tag, { numeric })
  madeOfAges.set(key, known)
  return known
}

/** A local time that occurs twice, as clocks are set back: both times, the earlier one first. */
type Readings = readonly [ZonedDateTime, ZonedDateTime]

/**
 * Returns both readings of a time in a repeated hour; null for any other time. `iso`: a valid time;
 * `timeZone`: by default this computer's.
 */
export function readingsOf(iso: string, timeZone: string = getLocalTimeZone()): Readings | null {
  const local = toCalendarDateTime(parseAbsolute(new Date(iso).toISOString(), timeZone))
  const [earlier, later] = [toZoned(local, timeZone, 'earlier'), toZoned(local, timeZone, 'later')]
  return earlier.offset === later.offset ? null : [earlier, later]
}
