import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../../../shared/document/apply.ts'
import { createBody, patchBody } from '../../../../shared/document/sparse-body.ts'
import { absorbAnswer, projectLocale } from '../../../../shared/document/project.ts'
import { coalesceChanges, rebaseChanges } from '../../../../shared/document/rebase.ts'
import { isPlainJson, sameJson } from '../../../../shared/json.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { getValue } from '../../../../shared/document/path.ts'
import { richSchema } from '../build-fields.ts'
import { modelPatch } from '../model-server.ts'
import { Dice, dice, places, randomChanges, randomDocument } from '../random-documents.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'

const locale = fc.constantFrom('en', 'de')
const runs = { numRuns: 400 }

/** Same data, where an object or list without values is the same as none. */
function sameData(a: Json | undefined, b: Json | undefined): boolean {
  return sameJson(pruned(a), pruned(b))
}
function pruned(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => pruned(item) ?? null)
  if (!isPlainJson(value)) return value ?? undefined
  const entries = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    const kept = pruned(item)
    return kept === undefined ? [] : [[key, kept]]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function expectSame(a: Json | undefined, b: Json | undefined): void {
  expect(sameData(a, b) || [pruned(a), pruned(b)]).toBe(true)
}

describe('laws of documents and changes', () => {
  it('SY5 an answer absorbed into the base is what the base shows in that locale', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(dice, dice, locale, (one, two, code) => {
        const base = randomDocument(richSchema, new Dice(one, 'r'))
        const answer = projectLocale(richSchema, randomDocument(richSchema, new Dice(two, 'r')), code)
        expectSame(projectLocale(richSchema, absorbAnswer(richSchema, base, answer, code), code), answer)
      }),
      runs,
    )
  })

  it('SY5 absorbing what the base shows already changes nothing in any locale', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(dice, locale, (one, code) => {
        const base = randomDocument(richSchema, new Dice(one, 'r'))
        expectSame(absorbAnswer(richSchema, base, projectLocale(richSchema, base, code), code), base)
      }),
      runs,
    )
  })

  it('SY6 edits in one locale leave the other locale of every row that stays as it was', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(dice, dice, (one, two) => {
        const base = randomDocument(richSchema, new Dice(one, 'r'))
        const changes = randomChanges(richSchema, base, 'en', new Dice(two, 'n'))
        const after = applyChanges(richSchema, base, changes, 'en')
        const before = projectLocale(richSchema, base, 'de')
        for (const place of places(richSchema, before)) {
          const localized = place.node.localized || /^(words|pair)\b/.test(place.path)
          if (!localized || place.rows !== null) continue
          if (getValue(richSchema, after, rowOf(place.path), 'de') === null) continue
          expectSame(
            getValue(richSchema, after, place.path, 'de'),
            getValue(richSchema, base, place.path, 'de'),
          )
        }
      }),
      runs,
    )
  })

  it('SY3 coalesced changes do what both lists do one after the other', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(dice, dice, dice, locale, (one, two, three, code) => {
        const base = randomDocument(richSchema, new Dice(one, 'r'))
        const earlier = randomChanges(richSchema, base, code, new Dice(two, 'n'))
        const between = applyChanges(richSchema, base, earlier, code)
        const later = randomChanges(richSchema, between, code, new Dice(three, 'm'))
        const both = applyChanges(richSchema, between, later, code)
        expectSame(applyChanges(richSchema, base, coalesceChanges(earlier, later), code), both)
      }),
      runs,
    )
  })

  it('SY3 coalesced changes have one change per place and none that does nothing', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(dice, dice, dice, (one, two, three) => {
        const base = randomDocument(richSchema, new Dice(one, 'r'))
        const earlier = randomChanges(richSchema, base, 'en', new Dice(two, 'n'))
        const between = applyChanges(richSchema, base, earlier, 'en')
        const list = coalesceChanges(
          coalesceChanges([], earlier),
          randomChanges(richSchema, between, 'en', new Dice(three, 'm')),
        )
        const paths = list.map((change) => `${change.kind} ${change.path}`)
        expect(new Set(paths).size).toBe(paths.length)
        const idle = list.filter((change) => change.kind === 'set' && sameJson(change.from, change.to))
        expect(idle).toEqual([])
      }),
      runs,
    )
  })

  it('SY5 re-basing on a base that did not move changes nothing', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(dice, dice, locale, (one, two, code) => {
        const base = randomDocument(richSchema, new Dice(one, 'r'))
        const changes = coalesceChanges([], randomChanges(richSchema, base, code, new Dice(two, 'n')))
        const rebased = rebaseChanges(fieldTypes, richSchema, base, changes, code, base)
        expect(rebased).toEqual({ changes, conflicts: [], cameTrue: [] })
      }),
      runs,
    )
  })

  it('SY4 re-basing on a base that already holds the changes leaves none and no conflict', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(dice, dice, locale, (one, two, code) => {
        const base = randomDocument(richSchema, new Dice(one, 'r'))
        const changes = coalesceChanges([], randomChanges(richSchema, base, code, new Dice(two, 'n')))
        const after = applyChanges(richSchema, base, changes, code)
        const rebased = rebaseChanges(fieldTypes, richSchema, after, changes, code)
        expect(rebased.conflicts).toEqual([])
        expectSame(applyChanges(richSchema, after, rebased.changes, code), after)
        expect(rebased.changes).toEqual([])
      }),
      runs,
    )
  })

  it('SY6 what both sides did is in the merge, or it is a conflict: nothing is lost silently', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(dice, dice, dice, (one, two, three) => {
        const base = randomDocument(richSchema, new Dice(one, 'r'))
        const mine = coalesceChanges([], randomChanges(richSchema, base, 'en', new Dice(two, 'n')))
        const theirs = coalesceChanges([], randomChanges(richSchema, base, 'en', new Dice(three, 'm')))
        const moved = applyChanges(richSchema, base, theirs, 'en')
        const { changes, conflicts } = rebaseChanges(fieldTypes, richSchema, moved, mine, 'en', base)
        const merged = applyChanges(richSchema, moved, changes, 'en')
        const inConflict = (path: string): boolean =>
          conflicts.some(
            (item) =>
              path === item.path || path.startsWith(`${item.path}.`) || item.path.startsWith(`${path}.`),
          )
        for (const change of [...mine, ...theirs]) {
          if (change.kind !== 'set' || inConflict(change.path)) continue
          // Sets merge by item; they have laws of their own.
          if (/(tags|related)$/.test(change.path)) continue
          const others = mine.includes(change) ? theirs : mine
          // A row that the other side removed took the change along only if that is a conflict.
          const gone = getValue(richSchema, merged, rowOf(change.path), 'en') === null
          const same = others.find((item) => item.kind === 'set' && item.path === change.path)
          if (same !== undefined && sameJson(same.to, change.to)) continue
          expect(gone && rowOf(change.path) !== '').toBe(false)
          expectSame(getValue(richSchema, merged, change.path, 'en'), change.to)
        }
      }),
      runs,
    )
  })

  it('SY6 the merge of field edits is the same whoever comes first, where there is no conflict', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(dice, dice, dice, (one, two, three) => {
        const base = randomDocument(richSchema, new Dice(one, 'r'))
        const sets = (roll: Dice) =>
          coalesceChanges([], randomChanges(richSchema, base, 'en', roll)).filter(
            (change) => change.kind === 'set' && !Array.isArray(change.to) && !Array.isArray(change.from),
          )
        const [a, b] = [sets(new Dice(two, 'n')), sets(new Dice(three, 'm'))]
        const known = (list: typeof a) => list.filter((change) => getRow(base, change.path))
        const ab = merge(base, known(a), known(b))
        const ba = merge(base, known(b), known(a))
        expect(ab === null).toBe(ba === null)
        if (ab !== null && ba !== null) expectSame(ab, ba)
      }),
      runs,
    )
  })

  it('SY5 a sparse body makes on the server what the changes make here, in all locales', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(dice, dice, locale, (one, two, code) => {
        const base = randomDocument(richSchema, new Dice(one, 'r'))
        const changes = randomChanges(richSchema, base, code, new Dice(two, 'n'))
        const body = patchBody(richSchema, base, changes, code)
        expectSame(modelPatch(richSchema, base, body, code), applyChanges(richSchema, base, changes, code))
      }),
      runs,
    )
  })

  it('SY8 a creation sends what the document shows in that locale', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(dice, locale, (one, code) => {
        const data = randomDocument(richSchema, new Dice(one, 'r'))
        const stored = modelPatch(richSchema, {}, createBody(richSchema, data, code), code)
        expectSame(projectLocale(richSchema, stored, code), projectLocale(richSchema, data, code))
      }),
      runs,
    )
  })
})

/** The path of the innermost row that a path leads into, '' where there is none. */
function rowOf(path: string): string {
  const segments = path.split('.')
  const last = segments.findLastIndex((segment) => /^[rnm]\d+$/.test(segment))
  return segments.slice(0, last + 1).join('.')
}

function getRow(data: JsonObject, path: string): boolean {
  const row = rowOf(path)
  return row === '' || getValue(richSchema, data, row, 'en') !== null
}

function merge(
  base: JsonObject,
  first: Parameters<typeof applyChanges>[2],
  second: Parameters<typeof applyChanges>[2],
) {
  const moved = applyChanges(richSchema, base, first, 'en')
  const { changes, conflicts } = rebaseChanges(fieldTypes, richSchema, moved, second, 'en', base)
  return conflicts.length > 0 ? null : applyChanges(richSchema, moved, changes, 'en')
}
