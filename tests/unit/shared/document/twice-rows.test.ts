import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowId } from '../../../../shared/cms/fields.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { applyChanges } from '../../../../shared/document/apply.ts'
import { bothOf } from '../../../../shared/document/twice-rows.ts'
import type { Change, Conflict } from '../../../../shared/document/change.ts'
import { coalesceChanges } from '../../../../shared/document/coalesce.ts'
import { changesBetween } from '../../../../shared/document/diff.ts'
import { takeStep } from '../../../../shared/document/history.ts'
import { getValue, isWithin } from '../../../../shared/document/path.ts'
import { lostRows, rebaseChanges } from '../../../../shared/document/rebase.ts'
import { resolveConflicts, type ConflictOutcome } from '../../../../shared/document/resolve-conflicts.ts'
import { fieldTypes as types } from '../../../../shared/fields/registry.ts'
import { isPlainJson, type Json, type JsonObject } from '../../../../shared/json.ts'
import { tries } from '../../../support/tries.ts'
import { array, block, blocks, locales, number, richText, text } from '../build-fields.ts'
import { generated } from '../generated.ts'
import { allPlaces, Dice, dice, randomChanges } from '../random-documents.ts'

const fields: Field[] = [
  text('title'),
  array('stops', [
    text('name', { localized: true }),
    text('code', { unique: true }),
    number('nights'),
    richText('notes'),
    text('tags', { hasMany: true }),
    array('sights', [text('what')]),
  ]),
  blocks('layout', [block('quote', [text('words')])]),
  array('hours', [text('when')], { localized: true }),
]
const schema = { fields, types }
const stop = {
  id: 'a',
  name: { en: 'Oban', de: 'Oban' },
  code: 'OB',
  nights: 1,
  sights: [{ id: 's', what: 'harbour' }],
}
const base: JsonObject = {
  title: 'West',
  stops: [stop, { id: 'b', nights: 3 }],
  layout: [{ id: 'q', blockType: 'quote', words: 'slow' }],
  hours: { en: [{ id: 'h', when: 'nine' }], de: [{ id: 'i', when: 'neun' }] },
}
const set = (path: string, from: Json, to: Json, locale: string | null = null): Change => ({
  kind: 'set',
  locale,
  path,
  from,
  to,
})

/** Returns my changes over theirs, with conflicts decided for both where possible. */
function decided(mine: Change[], theirs: Change[], over: JsonObject = base) {
  const now = applyChanges(fields, over, theirs)
  const { changes, conflicts } = rebaseChanges(schema, now, mine, { lost: lostRows(fields, over, now, mine) })
  const answers = conflicts.map((one): [string, ConflictOutcome] => {
    const both = bothOf(schema, now, one)
    return [one.path, both === null ? 'mine' : 'twice' in both ? 'twice' : both]
  })
  const left = resolveConflicts(fields, now, changes, conflicts, Object.fromEntries(answers))
  return { now, changes, conflicts, left, after: applyChanges(fields, now, left) }
}
const listOf = (data: JsonObject, name: string): JsonObject[] => {
  const rows = data[name]
  return Array.isArray(rows) ? rows.filter(isPlainJson) : []
}

describe('F64 both sides of a field in a row', () => {
  it('stand in two rows: theirs with its id, mine behind it with ids of its own, and what both did in each', () => {
    const { after, now, left } = decided(
      [set('stops.a.nights', 1, 2), set('stops.a.name', 'Oban', 'Oban Bay', 'en')],
      [set('stops.a.nights', 1, 4), set('stops.a.sights.s.what', 'harbour', 'tower')],
    )
    const [theirs, mine, other] = listOf(after, 'stops')
    const shared = { name: { en: 'Oban Bay', de: 'Oban' } }
    expect(theirs).toMatchObject({ id: 'a', nights: 4, ...shared, sights: [{ id: 's', what: 'tower' }] })
    expect(mine).toMatchObject({ nights: 2, ...shared, sights: [{ what: 'tower' }] })
    expect(other).toEqual({ id: 'b', nights: 3 })
    expect([rowId(mine), ...listOf(mine ?? {}, 'sights').map(rowId)]).not.toContain('a')
    expect(listOf(mine ?? {}, 'sights').map(rowId)).not.toContain('s')
    expect(rebaseChanges(schema, now, left).conflicts).toEqual([])
  })

  it('of several fields of one row make one row more, and of a block and a list per locale likewise', () => {
    const { after } = decided(
      [
        set('stops.a.nights', 1, 2),
        set('stops.a.name', 'Oban', 'Mine', 'de'),
        set('layout.q.words', 'slow', 'slower'),
        set('hours.h.when', 'nine', 'ten', 'en'),
      ],
      [
        set('stops.a.nights', 1, 4),
        set('stops.a.name', 'Oban', 'Theirs', 'de'),
        set('layout.q.words', 'slow', 'slowest'),
        set('hours.h.when', 'nine', 'eight', 'en'),
      ],
    )
    expect(listOf(after, 'stops')).toMatchObject([
      { id: 'a', nights: 4, name: { de: 'Theirs' } },
      { nights: 2, name: { de: 'Mine' } },
      { id: 'b' },
    ])
    expect(listOf(after, 'layout')).toMatchObject([
      { id: 'q', blockType: 'quote', words: 'slowest' },
      { blockType: 'quote', words: 'slower' },
    ])
    expect(after['hours']).toMatchObject({
      en: [{ id: 'h', when: 'eight' }, { when: 'ten' }],
      de: [{ id: 'i', when: 'neun' }],
    })
  })

  it('of a row in a row that stands twice stand in those two', () => {
    const { after } = decided(
      [set('stops.a.sights.s.what', 'harbour', 'mine'), set('stops.a.nights', 1, 2)],
      [set('stops.a.sights.s.what', 'harbour', 'theirs'), set('stops.a.nights', 1, 4)],
    )
    expect(listOf(after, 'stops').map((row) => listOf(row, 'sights').map(({ what }) => what))).toEqual([
      ['theirs'],
      ['mine'],
      [],
    ])
  })

  it('leave what no two rows may have to theirs, marked in mine; what I typed there stays as it is', () => {
    const nights = decided([set('stops.a.nights', 1, 2)], [set('stops.a.nights', 1, 4)])
    expect(listOf(nights.after, 'stops').map(({ code }) => code)).toEqual(['OB', 'OB - Copy', undefined])
    const codes = decided([set('stops.a.code', 'OB', 'OBA')], [set('stops.a.code', 'OB', 'OBN')])
    expect(listOf(codes.after, 'stops').map(({ code }) => code)).toEqual(['OBN', 'OBA', undefined])
  })

  it('are one value where they can be, and cannot stand outside of rows, or for a row that one side removed', () => {
    const at = (path: string, sides: Pick<Conflict, 'base' | 'mine' | 'theirs'>) =>
      bothOf(schema, base, { path, locale: null, ...sides })
    expect(at('stops.a.tags', { base: ['x', 'x'], mine: ['y'], theirs: ['z'] })).toEqual({
      value: ['z', 'y'],
    })
    expect(at('title', { base: 'a', mine: 'b', theirs: 'c' })).toBeNull()
    expect(at('stops.a', { base: stop, mine: null, theirs: { ...stop, nights: 4 } })).toBeNull()
    // A rich text is decided by its passages.
    expect(at('stops.a.notes', { base: null, mine: null, theirs: {} })).toBeNull()
  })

  it('are taken back as one step, which leaves what was there before the choice', () => {
    const { now, changes, after } = decided([set('stops.a.nights', 1, 2)], [set('stops.a.nights', 1, 4)])
    const before = applyChanges(fields, now, changes)
    const step = changesBetween(fields, before, after)
    const history = {
      undo: [
        {
          changes: step,
          place: { path: 'stops.a.nights', locale: null },
          burst: null,
          at: 0,
          size: 0,
          orders: new Map(),
          instead: new Map(),
        },
      ],
      redo: [],
    }
    const undone = takeStep(schema, after, history, 'undo', [])
    expect(undone?.passedOver).toEqual([])
    expect(applyChanges(fields, after, undone?.changes ?? [])).toEqual(before)
  })
})

describe('F64 both, whatever the schema', () => {
  const sides = fc.tuple(generated, dice, dice).map(([{ fields: level, base: start }, one, two]) => {
    const made = randomChanges(level, start, locales, new Dice(one, 'm'))
    const theirs = randomChanges(level, start, locales, new Dice(two, 't'))
    return {
      level,
      start,
      mine: coalesceChanges(level, start, [], made),
      now: applyChanges(level, start, theirs),
    }
  })

  it('loses nothing of either side, names no row twice, and asks nobody again', () => {
    let met = 0
    fc.assert(
      fc.property(sides, ({ level, start, mine, now }) => {
        const lost = lostRows(level, start, now, mine)
        const { changes, conflicts } = rebaseChanges({ fields: level, types }, now, mine, { lost })
        const twice = conflicts.filter((one) => {
          const both = bothOf({ fields: level, types }, now, one)
          return both !== null && 'twice' in both
        })
        met += twice.length
        const answers = Object.fromEntries(
          conflicts.map((one): [string, ConflictOutcome] => [
            one.path,
            twice.includes(one) ? 'twice' : 'mine',
          ]),
        )
        const left = resolveConflicts(level, now, changes, conflicts, answers)
        const after = applyChanges(level, now, left)
        const ids = allPlaces(level, after).flatMap(({ rows }) => rows ?? [])
        expect(new Set(ids).size).toBe(ids.length)
        for (const { path, locale, mine: wanted, theirs } of twice) {
          expect(getValue(level, after, path, locale)).toEqual(theirs)
          const all = JSON.stringify(after)
          expect(isPlainJson(wanted) || all.includes(JSON.stringify(wanted))).toBe(true)
        }
        // Only the doubled rows differ from choosing theirs in those fields.
        const plain = resolveConflicts(level, now, changes, conflicts, {
          ...answers,
          ...Object.fromEntries(twice.map(({ path }) => [path, 'theirs' as const])),
        })
        const others = changesBetween(level, applyChanges(level, now, plain), after)
        expect(others.filter((one) => one.kind === 'set' || Object.keys(one.removed).length > 0)).toEqual([])
        expect(others.length > 0).toBe(twice.length > 0)
        const again = rebaseChanges({ fields: level, types }, now, left).conflicts
        expect(again.filter((one) => twice.some(({ path }) => isWithin(one.path, path)))).toEqual([])
      }),
      tries(300),
    )
    expect(met).toBeGreaterThan(0)
  })
})
