import { describe, expect, test } from 'vitest'
import {
  hasRelativeDates,
  momentOf,
  relativeDate,
  withMoments,
} from '../../../../shared/lists/relative-date.ts'

const now = new Date(2026, 10, 29, 13, 41, 30, 250)
const momentIn = (value: string, at = now) => {
  const date = relativeDate('greater_than', value)
  return date && momentOf(date, at).toISOString()
}
const local = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString()

describe('a date that moves on', () => {
  test.each([
    ['now-7d', local(2026, 10, 22, 13)],
    ['now-2w', local(2026, 10, 15, 13)],
    ['now-1m', local(2026, 9, 29, 13)],
    ['now-1y', local(2025, 10, 29, 13)],
    ['now-3h', local(2026, 10, 29, 10, 41)],
    ['today', local(2026, 10, 29)],
    ['today-1d', local(2026, 10, 28)],
    ['today+1d', local(2026, 10, 30)],
  ])('%s is a moment', (value, moment) => {
    expect(momentIn(value)).toBe(moment)
  })

  test('is another moment tomorrow, and the same one a second later', () => {
    expect(momentIn('now-7d', new Date(2026, 10, 30, 13, 41))).toBe(local(2026, 10, 23, 13))
    expect(momentIn('now-7d', new Date(now.getTime() + 1000))).toBe(momentIn('now-7d'))
  })

  test.each([
    ['equals', 'today'],
    ['like', 'now-7d'],
    ['greater_than', '7d'],
    ['greater_than', 7],
    ['greater_than', 'today+1w'],
    ['greater_than', '2026-11-22T00:00:00.000Z'],
  ])('is not what %s %j asks', (operator, value) => {
    expect(relativeDate(operator, value)).toBeNull()
  })
})

describe('a filter with dates that move on', () => {
  const rest = { title: { equals: 'today' } }
  const where = { or: [{ and: [rest, { updatedAt: { greater_than: 'now-7d' } }] }] }

  test('asks the server for moments', () => {
    expect(hasRelativeDates(where)).toBe(true)
    expect(withMoments(where, now)).toEqual({
      or: [{ and: [rest, { updatedAt: { greater_than: local(2026, 10, 22, 13) } }] }],
    })
  })

  test('stays the same one where it has none', () => {
    const fixed = { or: [{ and: [rest, { season: { in: ['today'] } }] }] }
    expect(hasRelativeDates(fixed)).toBe(false)
    expect(withMoments(fixed, now)).toBe(fixed)
    expect(withMoments(null, now)).toBeNull()
  })
})
