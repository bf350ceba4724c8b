import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChange, applyChanges } from '../../../../shared/document/apply.ts'
import { cellKey, invertChange, invertChanges } from '../../../../shared/document/change.ts'
import type { Change } from '../../../../shared/document/change.ts'
import { ChangeBuffer, coalesceChanges, isIdle } from '../../../../shared/document/coalesce.ts'
import { changesBetween } from '../../../../shared/document/diff.ts'
import { getStored, isWithin, joinPath } from '../../../../shared/document/path.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { locales } from '../build-fields.ts'
import { generated } from '../generated.ts'
import { Dice, dice, randomChanges } from '../random-documents.ts'
import { expectSame } from '../same-data.ts'
import { tries } from '../../../support/tries.ts'

const runs = tries(300)

describe('the inverse of changes', () => {
  it('DM2 takes back every single change of a sequence, and the sequence', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, ({ fields, base }, edits) => {
        const changes = randomChanges(fields, base, locales, new Dice(edits, 'n'))
        let now = base
        for (const change of changes) {
          const next = applyChange(fields, now, change)
          expectSame(applyChange(fields, next, invertChange(change)), now)
          now = next
        }
        expectSame(applyChanges(fields, now, invertChanges(changes)), base)
        expect(invertChanges(invertChanges(changes))).toEqual(changes)
      }),
      runs,
    )
  })

  it('DM2 DM5 takes back coalesced changes', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, ({ fields, base }, edits) => {
        const changes = coalesceChanges(
          fields,
          base,
          [],
          randomChanges(fields, base, locales, new Dice(edits, 'n')),
        )
        const after = applyChanges(fields, base, changes)
        expectSame(applyChanges(fields, after, invertChanges(changes)), base)
      }),
      runs,
    )
  })
})

describe('coalescing changes', () => {
  it('DM5 SY3 coalesced changes do what both lists do one after the other', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, dice, ({ fields, base }, one, two) => {
        const earlier = randomChanges(fields, base, locales, new Dice(one, 'n'))
        const between = applyChanges(fields, base, earlier)
        const later = randomChanges(fields, between, locales, new Dice(two, 'm'))
        const both = applyChanges(fields, between, later)
        expectSame(applyChanges(fields, base, coalesceChanges(fields, base, earlier, later)), both)
        expectSame(applyChanges(fields, base, coalesceChanges(fields, both, earlier, later)), both)
      }),
      runs,
    )
  })

  it('DM8 what is changed at a place or below it is what walking all changes finds, after every edit', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, ({ fields, base }, edits) => {
        const made = randomChanges(fields, base, locales, new Dice(edits, 'n'), { most: 14 })
        const places = new Set(made.flatMap(({ path }) => prefixesOf(path)))
        const buffer = new ChangeBuffer(fields)
        // Taking everything back leads through the removal of what was added, and the return of what was removed.
        for (const change of [...made, ...invertChanges(made)]) {
          buffer.add(change, base)
          const list = buffer.list()
          for (const place of places)
            for (const code of [null, ...locales]) {
              const isThere = list.some(
                ({ path, locale }) => (locale === null || locale === code) && isWithin(path, place),
              )
              expect(`${place} ${code} ${buffer.hasWithin(place, code)}`).toBe(`${place} ${code} ${isThere}`)
            }
        }
      }),
      runs,
    )
  })

  it('DM5 one change per cell, none that does nothing, none inside of a row that comes or goes', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, ({ fields, base }, edits) => {
        const made = randomChanges(fields, base, locales, new Dice(edits, 'n'), { most: 14 })
        const list = coalesceChanges(fields, base, [], made)
        expect(new Set(list.map(cellKey)).size).toBe(list.length)
        expect(list.filter(isIdle)).toEqual([])
        const comeOrGone = list.flatMap((change) =>
          change.kind === 'rows'
            ? Object.keys({ ...change.added, ...change.removed }).map((id) => joinPath(change.path, id))
            : [],
        )
        for (const row of comeOrGone)
          expect(list.filter((change) => isWithin(change.path, row)).map((change) => change.path)).toEqual([])
      }),
      runs,
    )
  })

  it('DM5 what is coalesced holds both sides as they are: rows that go are whole as they were', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, ({ fields, base }, edits) => {
        const made = randomChanges(fields, base, locales, new Dice(edits, 'n'), { most: 14 })
        const after = applyChanges(fields, base, made)
        for (const change of coalesceChanges(fields, base, [], made)) {
          if (change.kind === 'set') continue
          const { path, locale } = change
          for (const [id, row] of Object.entries(change.removed))
            expectSame(row, getStored(fields, base, joinPath(path, id), locale))
          for (const [id, row] of Object.entries(change.added))
            expectSame(row, getStored(fields, after, joinPath(path, id), locale))
        }
      }),
      runs,
    )
  })

  it('DM5 coalescing again changes nothing, and edits that were all taken back leave nothing', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, ({ fields, base }, edits) => {
        const made = randomChanges(fields, base, locales, new Dice(edits, 'n'))
        const list = coalesceChanges(fields, base, [], made)
        expect(coalesceChanges(fields, base, [], list)).toEqual(list)
        expect(coalesceChanges(fields, base, list, [])).toEqual(list)
        expect(coalesceChanges(fields, base, made, invertChanges(made))).toEqual([])
      }),
      runs,
    )
  })

  it('DM5 it does not matter in which portions changes are coalesced', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, fc.nat(8), ({ fields, base }, edits, at) => {
        const made = randomChanges(fields, base, locales, new Dice(edits, 'n'))
        const [earlier, later] = [made.slice(0, at), made.slice(at)]
        const first = coalesceChanges(fields, base, [], earlier)
        const second = coalesceChanges(fields, applyChanges(fields, base, earlier), [], later)
        const portions = coalesceChanges(fields, base, first, second)
        expectSame(byCell(portions), byCell(coalesceChanges(fields, base, [], made)))
      }),
      runs,
    )
  })
})

describe('what is different between two documents', () => {
  it('DM2 as changes, makes the one of the other, and back', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, ({ fields, base }, edits) => {
        const after = applyChanges(fields, base, randomChanges(fields, base, locales, new Dice(edits, 'n')))
        const changes = changesBetween(fields, base, after)
        expectSame(applyChanges(fields, base, changes), after)
        expectSame(applyChanges(fields, after, invertChanges(changes)), base)
        expect(changesBetween(fields, after, structuredClone(after))).toEqual([])
      }),
      runs,
    )
  })
})

function byCell(changes: readonly Change[]): JsonObject {
  return Object.fromEntries(changes.map((change) => [cellKey(change), { ...change }]))
}

/** `a.b.c`: a, a.b, a.b.c */
function prefixesOf(path: string): string[] {
  const segments = path.split('.')
  return segments.map((_, at) => segments.slice(0, at + 1).join('.'))
}
