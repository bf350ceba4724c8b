import { expect, it } from 'vitest'
import { cacheAge } from '../../../../renderer/sync/ages.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const ago = (minutes: number) => cacheAge(new Date(now - minutes * 60_000).toISOString(), now)

it('SY16 says how old the cache is in the unit that says it shortest', () => {
  expect(ago(0.9)).toEqual({ unit: 'now', count: 0 })
  expect(ago(1)).toEqual({ unit: 'minutes', count: 1 })
  expect(ago(59.9)).toEqual({ unit: 'minutes', count: 59 })
  expect(ago(60)).toEqual({ unit: 'hours', count: 1 })
  expect(ago(47 * 60)).toEqual({ unit: 'hours', count: 47 })
  expect(ago(48 * 60)).toEqual({ unit: 'days', count: 2 })
})

it('SY11 a clock that was set back makes nothing negative', () => {
  expect(ago(-500)).toEqual({ unit: 'now', count: 0 })
  expect(cacheAge('not a time', now)).toEqual({ unit: 'now', count: 0 })
})
