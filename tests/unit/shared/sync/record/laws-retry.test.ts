import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { queuedDocument } from '../../../../../shared/document/effective.ts'
import { getValue } from '../../../../../shared/document/path.ts'
import type { OutboxEntry } from '../../../../../shared/sync/entry.ts'
import { isFailing } from '../../../../../shared/sync/queue.ts'
import { release } from '../../../../../shared/sync/record/attempt.ts'
import { retry } from '../../../../../shared/sync/record/retry.ts'
import { takeBase } from '../../../../../shared/sync/record/take-base.ts'
import { allows, isUnmeasured, waitsForSite } from '../../../../../shared/sync/ways-out.ts'
import { tries } from '../../../../support/tries.ts'
import { anyQueue } from './any-queue.ts'
import { siteOf } from './build-record.ts'
import { LATER, meetings, read } from './meetings.ts'

const runs = tries(300)
const site = siteOf([])

/** A queue and an entry of it that is not in conflict: to decide a conflict affects other values. */
const anyOther = anyQueue.filter(
  ({ record, key }) =>
    !record.entries.some((entry) => entry.key === key && entry.problem?.code === 'conflict'),
)

/** Documents with an entry in conflict, and that entry. */
const conflicts = meetings
  .map(({ fields, site: here, record, data }) => {
    const taken = takeBase(record, read(record, data, LATER), here).record ?? record
    const entry = taken.entries.find(({ problem }) => problem?.code === 'conflict')
    return entry === undefined ? null : { fields, site: here, record: taken, entry }
  })
  .filter((met) => met !== null)

/** Chooses the same side for all conflicts. */
function all({ problem }: OutboxEntry, side: 'mine' | 'theirs'): Record<string, 'mine' | 'theirs'> {
  return Object.fromEntries((problem?.conflicts ?? []).map(({ path }) => [path, side]))
}

describe('letting an entry go again', () => {
  it('SY10 is done exactly where it is a way out, and changes nothing else', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(anyOther, ({ record, key }) => {
        const { record: after, result } = retry(record, { key, choices: {} }, site)
        const isStuck = (entry: OutboxEntry): boolean => entry.state === 'parked' || isFailing(entry)
        const isAsked = (entry: OutboxEntry): boolean => entry.key === key && isStuck(entry)
        const isRefused = record.entries.some((entry) => isAsked(entry) && !allows(entry, 'retry'))
        expect(result === 'refused').toBe(isRefused)
        const isGone = record.entries.some((one) => isAsked(one) && one.problem?.code === 'gone')
        for (const [at, entry] of record.entries.entries()) {
          const goes = result === 'released' && (isAsked(entry) || (isGone && entry.problem?.code === 'gone'))
          const is = after.entries[at]
          expect(is === entry).toBe(!goes)
          const { state, problem, attempts } = is ?? entry
          expect(is).toEqual({ ...entry, state, problem, attempts })
          expect(is?.state === 'parked').toBe(entry.state === 'parked' && !goes)
        }
        expect([after.base, after.draft]).toEqual([record.base, record.draft])
      }),
      runs,
    )
  })

  it('SY13 what waited for the site is measured before it leaves, and of anything else the trouble is over', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(anyQueue, fc.boolean(), ({ record, key }, isNew) => {
        const before = { ...record, base: { ...record.base, isNew } }
        const was = record.entries.find((entry) => entry.key === key)
        const is = release(before, key).entries.find((entry) => entry.key === key)
        if (was === undefined || is === undefined) throw new Error('the entry is gone')
        const keeps = waitsForSite(was) && !isNew
        expect(is.problem).toEqual(keeps ? was.problem : null)
        expect(isUnmeasured(is)).toBe(keeps && is.state === 'waiting')
        expect(is.attempts).toBe(was.state === 'parked' ? was.attempts : 0)
      }),
      runs,
    )
  })
})

describe('deciding a conflict', () => {
  it('SY7 shows the side that was chosen, and the entry is in no conflict any more', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(conflicts, fc.constantFrom('mine', 'theirs'), (met, side) => {
        const { fields, site: here, record, entry } = met
        const choices = all(entry, side)
        const done = retry(record, { key: entry.key, choices, shown: entry.problem?.conflicts ?? [] }, here)
        expect(done.result).toBe('released')
        const left = done.record.entries.find(({ key }) => key === entry.key)
        expect([left?.state ?? 'waiting', left?.problem ?? null]).toEqual(['waiting', null])
        const upTo = done.record.entries.slice(0, done.record.entries.findIndex((one) => one === left) + 1)
        const shown = queuedDocument(fields, record.base.data, upTo)
        for (const one of entry.problem?.conflicts ?? []) {
          // A row that one side removed may have no value.
          if (typeof one.mine !== 'string' || typeof one.theirs !== 'string') continue
          const value = getValue(fields, shown, one.path, one.locale)
          expect([one.path, value]).toEqual([one.path, one[side]])
        }
      }),
      tries(150),
    )
  })

  it('SY7 decides nothing without a side for each, and nothing of a value that came since', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(conflicts, ({ site: here, record, entry }) => {
        const { key, problem } = entry
        const choices = all(entry, 'mine')
        const none = retry(record, { key, choices: {} }, here)
        expect([none.result, none.record]).toEqual(['incomplete-choices', record])
        const older = (problem?.conflicts ?? []).map((one) => ({ ...one, theirs: 'before' }))
        const late = retry(record, { key, choices, shown: older }, here)
        expect([late.result, late.record]).toEqual(['changed', record])
      }),
      tries(150),
    )
  })
})
