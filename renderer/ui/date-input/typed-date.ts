import {
  CalendarDate,
  GregorianCalendar,
  toCalendar,
  type Calendar,
  type DateValue,
} from '@internationalized/date'

/** The year of a date as it was typed last. */
export type TypedYear = {
  /** Empty if the year was not typed. */
  digits: string
  /** The calendar in which years are shown and typed. */
  calendar: Calendar
}

export const NO_TYPED_YEAR: TypedYear = { digits: '', calendar: new GregorianCalendar() }

/** Digits of a whole year. Fewer are a year of two digits, or one that is still being typed. */
export const YEAR_DIGITS = 4
/** First year with four digits. */
const MIN_YEAR = 1000

/** Two digits are a year of 1950–2049, as in Windows; other calendars have the same hundred years. */
const FIRST_OF_CENTURY = new CalendarDate(1950, 1, 1)

/** Expands a year of two digits; null for anything else. */
export function yearOfTwoDigits(digits: string, calendar: Calendar): number | null {
  if (!/^\d\d$/.test(digits)) return null
  const first = toCalendar(FIRST_OF_CENTURY, calendar).year
  const year = first - (first % 100) + Number(digits)
  return year < first ? year + 100 : year
}

/**
 * True if the year of a date is not typed to its end. A year below 1000 is whole if it was typed with four digits, or
 * was not typed and was whole before. `wasUnfinished`: it was unfinished before.
 */
export function isUnfinishedYear(
  date: DateValue,
  { digits, calendar }: TypedYear,
  wasUnfinished: boolean,
): boolean {
  const { year } = toCalendar(date, calendar)
  if (year >= MIN_YEAR) return false
  // No calendar has a year 0, so 1 stands for `0` and `00`.
  const isTyped = digits !== '' && Math.max(1, Number(digits)) === year
  return isTyped ? digits.length < YEAR_DIGITS : wasUnfinished
}

/** A day that its month does not have, as it was typed. `text`: the whole date. */
export type ImpossibleDay = { day: number; text: string }

/**
 * Returns a typed day that its month does not have; null if there is none. React Aria silently replaces it by the
 * month's last day on blur. `next`: React Aria's date.
 */
export function impossibleDay(parts: HTMLElement | null, next: DateValue): ImpossibleDay | null {
  if (parts === null) return null
  const typed = (part: string): number =>
    Number(parts.querySelector(`[data-type="${part}"]`)?.getAttribute('aria-valuenow') ?? Number.NaN)
  const day = typed('day')
  const isOfMonth = typed('month') === next.month && typed('year') === next.year
  if (!isOfMonth || !(day > next.calendar.getDaysInMonth(next))) return null
  const all = [...parts.querySelectorAll<HTMLElement>('[data-type]')]
  const isOfDay = ({ dataset }: HTMLElement) => ['day', 'month', 'year'].includes(dataset['type'] ?? '')
  const text = all
    .slice(all.findIndex(isOfDay), all.findLastIndex(isOfDay) + 1)
    .map(({ textContent }) => textContent)
    .join('')
  return { day, text }
}
