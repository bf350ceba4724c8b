import { isPlainJson, type Json, type JsonObject } from '../json.ts'

/*
 * Relative dates in filters on this computer: `now-7d`, or `today`, `today-1d`, `today+1d` for the beginning
 * of a day. The server does not know them, so queries to it and views stored on it have a fixed time instead.
 */

const MOVING = /^(?:now-(\d{1,4})([hdwmy])|today(?:([+-]\d{1,3})d)?)$/
/** The operators for relative dates: with `equals`, the text `today` stays a text. */
const COMPARISONS = new Set(['greater_than', 'greater_than_equal', 'less_than', 'less_than_equal'])
const UNITS = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' } as const
type Letter = keyof typeof UNITS

/** `amount` is negative for the past. `isDay`: counted from the beginning of today, otherwise from now. */
export type RelativeDate = { amount: number; unit: (typeof UNITS)[Letter]; isDay: boolean }

/** Reads a relative date; null: the rule's value is none. */
export function relativeDate(operator: string, value: Json): RelativeDate | null {
  const found = typeof value === 'string' && COMPARISONS.has(operator) ? MOVING.exec(value) : null
  if (found === null) return null
  const [, count, letter, offset] = found
  if (count === undefined) return { amount: Number(offset ?? 0), unit: 'day', isDay: true }
  return { amount: -Number(count), unit: UNITS[isLetter(letter) ? letter : 'd'], isDay: false }
}

const isLetter = (text: string | undefined): text is Letter => text !== undefined && text in UNITS

/**
 * The moment of a relative date. It is cut to the hour, or to the minute if it counts hours, so that a list
 * that is loaded again soon sends the same query.
 */
export function momentOf({ amount, unit, isDay }: RelativeDate, now: Date): Date {
  const at = new Date(now)
  if (isDay) return new Date(at.getFullYear(), at.getMonth(), at.getDate() + amount)
  at.setMinutes(unit === 'hour' ? at.getMinutes() : 0, 0, 0)
  if (unit === 'month') at.setMonth(at.getMonth() + amount)
  else if (unit === 'year') at.setFullYear(at.getFullYear() + amount)
  else at.setTime(at.getTime() + amount * HOURS[unit] * 3_600_000)
  return at
}

const HOURS = { hour: 1, day: 24, week: 168 } as const

/** The filter with relative dates replaced by moments; the same object if it has none. */
export function withMoments<Where extends JsonObject | null>(where: Where, now: Date): Where | JsonObject {
  return where === null || !hasRelativeDates(where) ? where : objectAt(where, now)
}

function objectAt(where: JsonObject, now: Date): JsonObject {
  return Object.fromEntries(
    Object.entries(where).map(([name, value]): [string, Json] => {
      if (Array.isArray(value))
        return [name, value.map((part) => (isPlainJson(part) ? objectAt(part, now) : part))]
      if (isPlainJson(value)) return [name, objectAt(value, now)]
      const date = relativeDate(name, value)
      return [name, date === null ? value : momentOf(date, now).toISOString()]
    }),
  )
}

export function hasRelativeDates(where: JsonObject | null): boolean {
  return Object.entries(where ?? {}).some(([name, value]) => {
    const parts = Array.isArray(value) ? value : [value]
    return parts.some((part) =>
      isPlainJson(part) ? hasRelativeDates(part) : relativeDate(name, part) !== null,
    )
  })
}
