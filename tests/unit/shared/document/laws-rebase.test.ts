import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { applyChanges } from '../../../../shared/document/apply.ts'
import { cellKey, invertChange } from '../../../../shared/document/change.ts'
import type { Change, Conflict } from '../../../../shared/document/change.ts'
import { coalesceChanges } from '../../../../shared/document/coalesce.ts'
import { getStored, getValue, isWithin, joinPath } from '../../../../shared/document/path.ts'
import { lostRows, rebaseChanges } from '../../../../shared/document/rebase.ts'
import type { Rebased } from '../../../../shared/document/rebase.ts'
import { rowIds } from '../../../../shared/document/row-index.ts'
import { adjustmentsBetween } from '../../../../shared/document/server-adjusted.ts'
import { fieldTypes as types } from '../../../../shared/fields/registry.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { locales } from '../build-fields.ts'
import { generated } from '../generated.ts'
import { allPlaces, Dice, dice, randomChanges } from '../random-documents.ts'
import type { Place } from '../random-documents.ts'
import { expectSame } from '../same-data.ts'
import { tries } from '../../../support/tries.ts'

const runs = tries(150)

type Sides = {
  fields: Field[]
  base: JsonObject
  /** In the order in which they were made. */
  made: Change[]
  mine: Change[]
  theirs: Change[]
  moved: JsonObject
}

/** A document that two people edit at once, in all locales. */
const sides: fc.Arbitrary<Sides> = fc.tuple(generated, dice, dice).map(([{ fields, base }, one, two]) => {
  const made = randomChanges(fields, base, locales, new Dice(one, 'm'))
  const theirs = randomChanges(fields, base, locales, new Dice(two, 't'))
  return {
    fields,
    base,
    made,
    mine: coalesceChanges(fields, base, [], made),
    theirs: coalesceChanges(fields, base, [], theirs),
    moved: applyChanges(fields, base, theirs),
    [fc.toStringMethod]: () => JSON.stringify({ made, theirs }),
  }
})

function rebased({ fields, base, moved }: Sides, changes: readonly Change[]): Rebased {
  const lost = lostRows(fields, base, moved, changes)
  return rebaseChanges({ fields, types }, moved, changes, { lost })
}

/** True if there is a conflict at the path, or for a row around it. */
function isAsked(conflicts: readonly Conflict[], path: string, locale: string | null): boolean {
  return conflicts.some((item) => (item.path === path ? item.locale === locale : isWithin(path, item.path)))
}

function isSet(change: Change): boolean {
  return change.kind === 'set' && (Array.isArray(change.to) || Array.isArray(change.from))
}

describe('rebasing', () => {
  it('SY5 DM3 over a base that did not move is the identity', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(sides, ({ fields, base, mine }) => {
        const result = rebaseChanges({ fields, types }, base, mine, {})
        expectSame(result, { changes: mine, conflicts: [], alreadyApplied: [] })
      }),
      runs,
    )
  })

  it('SY4 over a base that holds the changes already leaves none and no conflict', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(sides, ({ fields, base, mine }) => {
        const after = applyChanges(fields, base, mine)
        const result = rebaseChanges({ fields, types }, after, mine, {
          lost: lostRows(fields, base, after, mine),
        })
        expect(result).toEqual({ changes: [], conflicts: [], alreadyApplied: mine })
      }),
      runs,
    )
  })

  it('DM3 commutes with coalescing: the same document, and the same is asked', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(sides, (all) => {
        const { fields, moved, made, mine } = all
        const asMade = rebased(all, made)
        const coalesced = rebased(all, mine)
        expectSame(
          applyChanges(fields, moved, asMade.changes),
          applyChanges(fields, moved, coalesced.changes),
        )
        expect(asMade.conflicts.map(cellPath).toSorted()).toEqual(
          coalesced.conflicts.map(cellPath).toSorted(),
        )
      }),
      runs,
    )
  })

  it('DM3 rebased changes lie on the data, and rebasing them again changes nothing', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(sides, (all) => {
        const { fields, moved, mine } = all
        const { changes, conflicts } = rebased(all, mine)
        let now = moved
        for (const change of changes) {
          const inConflict = isAsked(conflicts, change.path, change.locale)
          const is =
            change.kind === 'set'
              ? getValue(fields, now, change.path, change.locale)
              : rowIds(getStored(fields, now, change.path, change.locale))
          expectSame(change.from, inConflict ? change.from : is)
          now = applyChanges(fields, now, [change])
        }
        const again = rebaseChanges({ fields, types }, moved, changes, {})
        expect(again.conflicts.map(cellPath).toSorted()).toEqual(conflicts.map(cellPath).toSorted())
        expectSame(applyChanges(fields, moved, again.changes), now)
      }),
      runs,
    )
  })

  it('SY7 DM3 where they take back what they did, nothing is asked any more and my edits are all there', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(sides, (all) => {
        const { fields, base, moved, mine, theirs } = all
        const over = rebased(all, mine).changes
        const lost = lostRows(fields, moved, base, over)
        const { changes, conflicts } = rebaseChanges({ fields, types }, base, over, { lost })
        expect(conflicts).toEqual([])
        const after = applyChanges(fields, base, changes)
        for (const change of mine) {
          if (isSet(change) || sameCell(theirs, change) !== undefined) continue
          if (change.kind === 'rows') expectMembers(fields, after, change, [], change)
          else expectSame(getValue(fields, after, change.path, change.locale), change.to)
        }
      }),
      runs,
    )
  })

  it('DM2 DM3 what was rebased without a conflict can be taken back: theirs is there again', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(sides, (all) => {
        const { fields, moved, mine } = all
        const { changes, conflicts } = rebased(all, mine)
        fc.pre(conflicts.length === 0)
        const after = applyChanges(fields, moved, changes)
        expectSame(applyChanges(fields, after, changes.map(invertChange).toReversed()), moved)
      }),
      runs,
    )
  })
})

describe('values that the server stored differently', () => {
  it('DM4 SY6 are no conflict for what was made on top of what was sent, in whatever rows they lie', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, dice, dice, ({ fields, base }, one, two, three) => {
        const expected = applyChanges(fields, base, randomChanges(fields, base, locales, new Dice(one, 'm')))
        const hooks = randomChanges(fields, expected, locales, new Dice(two, 'h')).filter(
          (change) => change.kind === 'set',
        )
        const stored = applyChanges(fields, expected, hooks)
        const adjusted = adjustmentsBetween(fields, expected, stored)
        const made = randomChanges(fields, expected, locales, new Dice(three, 'n'))
        const later = coalesceChanges(fields, expected, [], made)
        const { changes, conflicts } = rebaseChanges({ fields, types }, stored, later, { adjusted })
        expect(conflicts).toEqual([])
        const after = applyChanges(fields, stored, changes)
        for (const change of later) {
          if (change.kind === 'rows') expectMembers(fields, after, change, [])
          else expectSame(getValue(fields, after, change.path, change.locale), change.to)
        }
      }),
      runs,
    )
  })
})

describe('merging', () => {
  it('SY6 DM3 each edit of mine is there, or theirs is the same, or a person is asked', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(sides, (all) => {
        const { fields, moved, mine, theirs } = all
        const { changes, conflicts } = rebased(all, mine)
        const merged = applyChanges(fields, moved, changes)
        for (const change of mine) {
          const { path, locale } = change
          if (isAsked(conflicts, path, locale) || isSet(change)) continue
          if (change.kind === 'set') expectSame(getValue(fields, merged, path, locale), change.to)
          else expectMembers(fields, merged, change, conflicts, sameCell(theirs, change))
        }
      }),
      runs,
    )
  })

  it('SY6 DM3 each edit of theirs that I did not touch stays, and what I did touch is mine or asked', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(sides, (all) => {
        const { fields, moved, mine, theirs } = all
        const { changes, conflicts } = rebased(all, mine)
        const merged = applyChanges(fields, moved, changes)
        for (const change of theirs) {
          const { path, locale } = change
          if (isAsked(conflicts, path, locale) || isSet(change)) continue
          const same = sameCell(mine, change)
          if (change.kind === 'rows') expectMembers(fields, merged, change, conflicts, same)
          else {
            // Changed by both without a conflict: to the same value.
            expectSame(same === undefined ? change.to : same.to, change.to)
            expectSame(getValue(fields, merged, path, locale), change.to)
          }
        }
      }),
      runs,
    )
  })

  it('SY6 what neither side touched is as it was, in every locale', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(sides, (all) => {
        const { fields, base, moved, mine, theirs } = all
        const { changes, conflicts } = rebased(all, mine)
        const merged = applyChanges(fields, moved, changes)
        const touched = new Set([...mine, ...theirs].map(cellKey))
        const goes = [...mine, ...theirs].flatMap((change) =>
          change.kind === 'rows' ? Object.keys(change.removed).map((id) => joinPath(change.path, id)) : [],
        )
        for (const place of allPlaces(fields, base)) {
          if (touched.has(cellKey(place)) || goes.some((row) => isWithin(place.path, row))) continue
          const [was, is] = [base, merged].map((data) => heldAt(fields, data, place))
          expectSame(is, was)
        }
        expect(conflicts.every((item) => item.path !== '')).toBe(true)
      }),
      runs,
    )
  })

  it('SY6 of field edits, the merge is the same whoever comes first, where nothing is asked', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(sides, ({ fields, base, mine, theirs }) => {
        const sets = (changes: readonly Change[]): Change[] =>
          changes.filter((change) => change.kind === 'set' && !isSet(change))
        const merge = (first: readonly Change[], second: readonly Change[]): JsonObject | null => {
          const moved = applyChanges(fields, base, first)
          const { changes, conflicts } = rebaseChanges({ fields, types }, moved, second, {})
          return conflicts.length > 0 ? null : applyChanges(fields, moved, changes)
        }
        const [one, other] = [merge(sets(mine), sets(theirs)), merge(sets(theirs), sets(mine))]
        expect(one === null).toBe(other === null)
        expectSame(one, other)
      }),
      runs,
    )
  })

  it('SY6 items that either side added to a set are in it, those that either took out are not', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(sides, (all) => {
        const { fields, moved, mine, theirs } = all
        const { changes, conflicts } = rebased(all, mine)
        const merged = applyChanges(fields, moved, changes)
        expect(merged).toBeTypeOf('object')
        for (const change of [...mine, ...theirs]) {
          const { path, locale } = change
          if (change.kind !== 'set' || !isSet(change) || isAsked(conflicts, path, locale)) continue
          const [from, to, is] = [change.from, change.to, getValue(fields, merged, path, locale)].map(keysOf)
          const other = mine.includes(change) ? theirs : mine
          const others = sameCell(other, change)
          const [was, their] = [keysOf(others?.from ?? change.from), keysOf(others?.to ?? change.from)]
          const came = (to ?? []).filter((item) => !from?.includes(item))
          const lost = came.filter((item) => !is?.includes(item))
          expect(lost.filter((item) => !was.includes(item) || their.includes(item))).toEqual([])
          expect((from ?? []).filter((item) => !to?.includes(item) && is?.includes(item))).toEqual([])
        }
      }),
      runs,
    )
  })
})

/** Checks that added rows exist and removed ones do not, except those in conflict. */
function expectMembers(
  fields: Field[],
  merged: JsonObject,
  change: Change & { kind: 'rows' },
  conflicts: readonly Conflict[],
  other?: Change,
): void {
  const { path, locale } = change
  const ids = rowIds(getStored(fields, merged, path, locale))
  const asked = (id: string): boolean => isAsked(conflicts, joinPath(path, id), locale)
  const lost = Object.keys(change.added).filter((id) => !asked(id) && !ids.includes(id))
  const stayed = Object.keys(change.removed).filter((id) => !asked(id) && ids.includes(id))
  expect({ lost, stayed }).toEqual({ lost: [], stayed: [] })
  // A list changed by one side has that side's order.
  const isOrderMine = other === undefined && ![...change.to, ...change.from].some(asked)
  expect(isOrderMine ? ids : change.to).toEqual(change.to)
}

/** Returns a value, or the row ids of a list. */
function heldAt(fields: Field[], data: JsonObject, { path, locale, rows }: Place): Json {
  return rows === null ? getValue(fields, data, path, locale) : rowIds(getStored(fields, data, path, locale))
}

function sameCell(changes: readonly Change[], { path, locale }: Change): Change | undefined {
  return changes.find((item) => item.path === path && item.locale === locale)
}

function keysOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : []).map((item) => JSON.stringify(item))
}

function cellPath({ path, locale }: Conflict): string {
  return `${path} ${locale ?? ''}`
}
