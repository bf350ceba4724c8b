import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Change } from '../../../../../shared/document/change.ts'
import { changesBetween } from '../../../../../shared/document/diff.ts'
import { queuedDocument } from '../../../../../shared/document/effective.ts'
import { getValue, isWithin } from '../../../../../shared/document/path.ts'
import type { JsonObject } from '../../../../../shared/json.ts'
import { takeBase } from '../../../../../shared/sync/record/take-base.ts'
import { tries } from '../../../../support/tries.ts'
import { LATER, meetings, read } from './meetings.ts'

const runs = tries(150)

/** A restored server goes back in time. */
const EARLIER = '2025-12-31T00:00:00.000Z'

/** True if two changes may overlap: their cells, or rows around them. */
function meet(a: Change, b: Change): boolean {
  return isWithin(a.path, b.path) || isWithin(b.path, a.path)
}

describe('taking what the server says as the base', () => {
  it('SY5 SY6 leaves what only they wrote theirs and what only I wrote mine, and asks about both', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(meetings, ({ fields, site, record, data }) => {
        const taken = takeBase(record, read(record, data, LATER), site)
        if (taken.record === null) throw new Error('nothing was taken')
        expect(taken.result).toBe('updated')
        expect(taken.record.base).toMatchObject({ data, updatedAt: LATER })
        const theirs = changesBetween(fields, record.base.data, data)
        const wanted = queuedDocument(fields, record.base.data, record.entries)
        // An edit that was reverted is mine, too: the first of the two may have met theirs.
        const edited = record.entries.flatMap(({ changes }) => changes)
        const mine = changesBetween(fields, record.base.data, wanted)
        const shown = queuedDocument(fields, data, taken.record.entries)
        const valueIn = (document: JsonObject, { path, locale }: Change): unknown =>
          getValue(fields, document, path, locale)
        const alone = (changes: Change[], others: Change[]): Change[] =>
          changes
            .filter(({ kind }) => kind === 'set')
            .filter((one) => !others.some((other) => meet(one, other)))
        for (const change of alone(theirs, [...mine, ...edited]))
          expect([change.path, valueIn(shown, change)]).toEqual([change.path, valueIn(data, change)])
        const conflicts = taken.record.entries.flatMap(({ problem }) => problem?.conflicts ?? [])
        for (const change of alone(mine, theirs))
          expect([change.path, valueIn(shown, change)]).toEqual([change.path, valueIn(wanted, change)])
        for (const change of mine) {
          const other = theirs.find(({ path, locale }) => path === change.path && locale === change.locale)
          if (change.kind !== 'set' || other?.kind !== 'set') continue
          // Lists and texts merge.
          if (typeof change.to !== 'string' || typeof other.to !== 'string' || change.to === other.to)
            continue
          expect([change.path, conflicts.some((one) => isWithin(change.path, one.path))]).toEqual([
            change.path,
            true,
          ])
        }
      }),
      runs,
    )
  })

  it('SY10 SY16 no entry goes but into the history, and what is parked says why', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(meetings, ({ site, record, data }) => {
        const { record: after, arrived } = takeBase(record, read(record, data, LATER), site)
        const keys = [...(after?.entries ?? []), ...arrived.map(({ entry }) => entry)].map(({ key }) => key)
        expect(keys.toSorted()).toEqual(record.entries.map(({ key }) => key).toSorted())
        for (const { state, problem } of after?.entries ?? [])
          expect(state === 'parked').toBe(problem !== null)
      }),
      runs,
    )
  })

  it('the same once more changes nothing but the time', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(meetings, ({ site, record, data }) => {
        const first = takeBase(record, read(record, data, LATER), site).record ?? record
        const again = takeBase(first, read(record, data, LATER), { ...site, now: LATER })
        expect(again).toEqual({
          record: { ...first, base: { ...first.base, fetchedAt: LATER } },
          result: 'unchanged',
          why: null,
          arrived: [],
          replaced: null,
        })
      }),
      runs,
    )
  })

  it('SY3 SY4 waits for the answer to what is under way, and for no older one', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(meetings, fc.constantFrom('sending', 'unknown'), ({ site, record, data }, state) => {
        const [head, ...rest] = record.entries
        const entries = head === undefined ? [] : [{ ...head, state }, ...rest]
        const busy = takeBase({ ...record, entries }, read(record, data, LATER), site)
        const isFree = head === undefined
        expect([busy.result, busy.record === null]).toEqual(isFree ? ['updated', false] : ['busy', true])
        const older = takeBase(record, { ...read(record, data, LATER), askedAt: 'before' }, site)
        expect([older.result, older.record?.base]).toEqual(['busy', record.base])
      }),
      runs,
    )
  })

  it('SY11 says whose writes a base brings, whichever revision is the newer one', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(meetings, fc.constantFrom(LATER, EARLIER), ({ site, record, data }, time) => {
        const none = { base: null, entries: [], draft: null }
        expect(takeBase(none, read(record, data, LATER), site).why).toBe('first')
        const { why, arrived, result } = takeBase(record, read(record, data, time), site)
        expect(result).toBe('updated')
        expect(why).toBe(arrived.length === 0 ? 'theirs' : 'own')
      }),
      runs,
    )
  })

  it('SY10 of a document whose id belongs to another one nothing reaches that', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(meetings, ({ site, record, data }) => {
        const old = { ...record, base: { ...record.base, data: { ...record.base.data, createdAt: '2025' } } }
        const { record: after, replaced } = takeBase(
          old,
          read(record, { ...data, createdAt: LATER }, LATER),
          site,
        )
        expect(replaced).toEqual(old)
        expect([after?.entries, after?.draft, after?.base.adjusted]).toEqual([[], null, []])
      }),
      runs,
    )
  })
})
