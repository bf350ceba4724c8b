import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../../../../shared/document/apply.ts'
import type { Change } from '../../../../../shared/document/change.ts'
import { compareDocuments } from '../../../../../shared/document/compare/compare-documents.ts'
import {
  onlyModified,
  type ComparedPart,
  type ComparedRow,
  type ComparedRows,
  type ComparedValue,
} from '../../../../../shared/document/compare/compared.ts'
import type { Field } from '../../../../../shared/cms/schema-model.ts'
import type { Json, JsonObject } from '../../../../../shared/json.ts'
import { tries } from '../../../../support/tries.ts'
import { locales } from '../../build-fields.ts'
import { expectSame } from '../../same-data.ts'
import { canonical, key, readPlainly, said } from './plain-reading.ts'
import { history, type History } from './random-histories.ts'

const any = () => true
const compare = (fields: Field[], before: JsonObject, after: JsonObject, shown = locales) =>
  compareDocuments({ fields, locales: { all: locales, shown }, mayRead: any }, before, after)

/** Every pair of the versions, also the newer against the older, and one against itself. */
function eachPair({ versions }: History, look: (before: JsonObject, after: JsonObject) => void): void {
  for (const before of versions) for (const after of versions) look(before, after)
}

const insideOf = (part: ComparedPart | ComparedRow): (ComparedPart | ComparedRow)[] =>
  part.kind === 'value' ? [] : part.kind === 'rows' ? part.rows : part.parts
const all = (parts: readonly (ComparedPart | ComparedRow)[]): (ComparedPart | ComparedRow)[] =>
  parts.flatMap((part) => [part, ...all(insideOf(part))])
const valuesOf = (parts: readonly ComparedPart[]) =>
  all(parts).filter((part): part is ComparedValue => part.kind === 'value')
const listsOf = (parts: readonly ComparedPart[]) =>
  all(parts).filter((part): part is ComparedRows => part.kind === 'rows')

describe('what is compared is what the two documents say', () => {
  it('each field once, with the texts of both sides; nothing is missing', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(history, (made) => {
        eachPair(made, (before, after) => {
          const [old, now] = [before, after].map((data) => readPlainly(made.fields, data, locales))
          const shown = new Map<string, { before: string | undefined; after: string | undefined }>()
          for (const { path, locale, before: was, after: is } of valuesOf(
            compare(made.fields, before, after),
          )) {
            const at = key([path], locale)
            expect(shown.has(at)).toBe(false)
            const say = (value: Json) => (value === null ? undefined : canonical(value))
            if (was !== null || is !== null) shown.set(at, { before: say(was), after: say(is) })
          }
          const read = new Map(
            [...new Set([...(old?.cells.keys() ?? []), ...(now?.cells.keys() ?? [])])].map((at) => [
              at,
              { before: old?.cells.get(at)?.text, after: now?.cells.get(at)?.text },
            ]),
          )
          expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(read))
        })
      }),
      tries(120),
    )
  })

  it('modified only leaves the fields that differ, and counts them', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(history, (made) => {
        eachPair(made, (before, after) => {
          const [old, now] = [before, after].map((data) => readPlainly(made.fields, data, locales))
          const differing = [...new Set([...(old?.cells.keys() ?? []), ...(now?.cells.keys() ?? [])])].filter(
            (at) => said(old?.cells.get(at)) !== said(now?.cells.get(at)),
          )
          const parts = onlyModified(compare(made.fields, before, after))
          const shown = valuesOf(parts).map(({ path, locale }) => key([path], locale))
          expect(shown.toSorted()).toEqual(differing.toSorted())
          // A row in which nothing differs is here because it came, went or moved: that counts as one.
          const counted = (part: ComparedPart | ComparedRow): number =>
            all([part]).filter(
              (one) => one.kind === 'value' || (one.kind === 'row' && one.parts.length === 0),
            ).length
          for (const part of all(parts)) expect(part.changed).toBe(counted(part))
        })
      }),
      tries(120),
    )
  })

  it('each row once, with its number in both; as few as can be have moved, and those are no removal and no addition', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(history, (made) => {
        eachPair(made, (before, after) => {
          const [old, now] = [before, after].map((data) => readPlainly(made.fields, data, locales))
          const lists = listsOf(compare(made.fields, before, after))
          const shown = lists
            .flatMap(({ rows }) => rows)
            .map(({ path, locale, was, is }) => [key([path], locale), was, is])
          const read = [...new Set([...(old?.rows.keys() ?? []), ...(now?.rows.keys() ?? [])])].map((at) => [
            at,
            old?.rows.get(at)?.number ?? null,
            now?.rows.get(at)?.number ?? null,
          ])
          expect(shown.toSorted(byText)).toEqual(read.toSorted(byText))
          for (const { rows, differing } of lists) {
            expect(rows.flatMap(({ is }) => is ?? [])).toEqual(
              rows.flatMap(({ is }) => is ?? []).toSorted((a, b) => a - b),
            )
            const both = rows.flatMap(({ was, is }) => (was !== null && is !== null ? [was] : []))
            const stayed = rows.flatMap(({ was, is, isMoved }) =>
              was !== null && is !== null && !isMoved ? [was] : [],
            )
            expect(stayed).toEqual(stayed.toSorted((a, b) => a - b))
            expect(stayed).toHaveLength(longestInOrder(both))
            expect(rows.filter(({ isMoved, was, is }) => isMoved && (was === null || is === null))).toEqual(
              [],
            )
            expect(differing).toBe(rows.filter(({ changed }) => changed > 0).length)
          }
        })
      }),
      tries(120),
    )
  })

  it('a locale alone says what the document says in it and for all', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(history, fc.subarray(locales), (made, codes) => {
        eachPair(made, (before, after) => {
          const ofAll = valuesOf(compare(made.fields, before, after))
          const ofSome = valuesOf(compare(made.fields, before, after, codes))
          const told = ofAll.filter(({ locale }) => locale === null || codes.includes(locale))
          expect(ofSome.map(({ key: at }) => at)).toEqual(told.map(({ key: at }) => at))
        })
      }),
      tries(60),
    )
  })
})

describe('the differences as changes', () => {
  it('make the newer document of the older, for every type of field', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(history, (made) => {
        eachPair(made, (before, after) => {
          const parts = compare(made.fields, before, after)
          expectSame(applyChanges(made.fields, before, changesOf(parts)), after)
        })
      }),
      tries(120),
    )
  })
})

function changesOf(parts: readonly ComparedPart[]): Change[] {
  return parts.flatMap((part): Change[] => {
    const { path, locale } = part
    if (part.kind === 'value')
      return part.changed === 0 ? [] : [{ kind: 'set', path, locale, from: part.before, to: part.after }]
    if (part.kind === 'group') return changesOf(part.parts)
    const inside = part.rows.flatMap((row) =>
      row.was !== null && row.is !== null ? changesOf(row.parts) : [],
    )
    return [...inside, ...orderOf(part)]
  })
}

function orderOf({ path, locale, rows }: ComparedRows): Change[] {
  const idOf = ({ path: at }: ComparedRow) => at.slice(at.lastIndexOf('.') + 1)
  if (rows.every(({ was, is, isMoved }) => was !== null && is !== null && !isMoved)) return []
  const ids = (side: 'was' | 'is') =>
    rows
      .filter((row) => row[side] !== null)
      .toSorted((a, b) => (a[side] ?? 0) - (b[side] ?? 0))
      .map(idOf)
  const content = (side: 'before' | 'after', other: 'was' | 'is') =>
    Object.fromEntries(
      rows.flatMap((row) => (row[other] === null && row[side] ? [[idOf(row), row[side]]] : [])),
    )
  return [
    {
      kind: 'rows',
      path,
      locale,
      from: ids('was'),
      to: ids('is'),
      added: content('after', 'was'),
      removed: content('before', 'is'),
    },
  ]
}

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

/** Length of the longest ascending subsequence, by trying every one: lists are short here. */
function longestInOrder(numbers: readonly number[]): number {
  const [first, ...others] = numbers
  if (first === undefined) return 0
  return Math.max(longestInOrder(others), 1 + longestInOrder(others.filter((other) => other > first)))
}
