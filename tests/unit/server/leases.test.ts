import type { Payload } from 'payload'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LocalTurns } from '../../../server/plugin/leases/local-turns.ts'
import { patienceOf, setPatience, SilenceWatch } from '../../../server/plugin/leases/patience.ts'
import { settingsOf } from '../../../server/plugin/options.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('turns within one process', () => {
  it('F21 come in the order of arrival, one at a time per name', async () => {
    const turns = new LocalTurns()
    const seen: string[] = []
    const first = await turns.enter('a', 0)
    const rest = ['second', 'third'].map(async (who) => {
      const leave = await turns.enter('a', 1000)
      seen.push(who)
      leave?.()
    })
    expect(await turns.enter('b', 0)).not.toBeNull()
    expect(seen).toEqual([])
    first?.()
    await Promise.all(rest)
    expect(seen).toEqual(['second', 'third'])
    expect(await turns.enter('a', 0)).not.toBeNull()
  })

  it('F20 are waited for within the limit, and who gave up is passed over', async () => {
    const turns = new LocalTurns()
    const first = await turns.enter('a', 0)
    expect(await turns.enter('a', 0)).toBeNull()
    const impatient = turns.enter('a', 100)
    const patient = turns.enter('a', 1000)
    await vi.advanceTimersByTimeAsync(100)
    expect(await impatient).toBeNull()
    first?.()
    first?.()
    expect(await patient).not.toBeNull()
    expect(await turns.enter('a', 0)).toBeNull()
  })
})

describe('how long a holder has shown no sign of life', () => {
  it('F23 is measured from the first look, and anew after each sign', async () => {
    const silence = new SilenceWatch()
    expect(silence.silentFor('a', 'token 0')).toBe(0)
    await vi.advanceTimersByTimeAsync(6000)
    expect(silence.silentFor('a', 'token 0')).toBe(6000)
    expect(silence.silentFor('b', 'token 0')).toBe(0)
    expect(silence.silentFor('a', 'token 1')).toBe(0)
    await vi.advanceTimersByTimeAsync(4000)
    expect(silence.silentFor('a', 'token 1')).toBe(4000)
    silence.forget('a')
    expect(silence.silentFor('a', 'token 1')).toBe(0)
  })

  it('forgets names that nobody asks about any more', () => {
    const silence = new SilenceWatch()
    for (let name = 0; name < 1500; name += 1) silence.silentFor(String(name), 'token')
    vi.advanceTimersByTime(1000)
    expect(silence.silentFor('0', 'token')).toBe(0)
    expect(silence.silentFor('1499', 'token')).toBe(1000)
  })
})

describe('how long processes wait for each other', () => {
  it.each([1, 3, 10, 60])(
    'F20 F21 with %s seconds a write waits until a dead holder is known to be dead',
    (seconds) => {
      const payload = {} as Payload
      setPatience(payload, settingsOf({ deadAfterSeconds: seconds }).deadAfterMs)
      const patience = patienceOf(payload)
      expect(patience.leaseLife).toBe(seconds * 1000)
      expect(patience.turn).toBeGreaterThan(patience.leaseLife)
      expect(patience.sameKey).toBeGreaterThan(patience.leaseLife)
      // If two wait for each other, one can go on when the other has given up.
      expect(patience.turnOutOfOrder).toBeLessThan(patience.turn)
    },
  )

  it('is ten seconds where a site says nothing, and at least one', () => {
    expect(settingsOf({}).deadAfterMs).toBe(10_000)
    expect(() => settingsOf({ deadAfterSeconds: 0.5 })).toThrow('deadAfterSeconds')
  })
})
