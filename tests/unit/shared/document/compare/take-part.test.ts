import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../../../../shared/document/apply.ts'
import type { Field } from '../../../../../shared/cms/schema-model.ts'
import { compareDocuments } from '../../../../../shared/document/compare/compare-documents.ts'
import {
  onlyModified,
  type ComparedPart,
  type ComparedRow,
} from '../../../../../shared/document/compare/compared.ts'
import { takePart, type TakenFrom, type TakenPart } from '../../../../../shared/document/compare/take-part.ts'
import type { JsonObject } from '../../../../../shared/json.ts'
import { tries } from '../../../../support/tries.ts'
import {
  array,
  block,
  blocks,
  collection,
  group,
  json,
  locales as allLocales,
  text,
} from '../../build-fields.ts'
import { expectSame } from '../../same-data.ts'
import { history } from './random-histories.ts'

type Side = 'before' | 'after'

const compare = (fields: Field[], before: JsonObject, after: JsonObject, shown = allLocales) =>
  compareDocuments({ fields, locales: { all: allLocales, shown }, mayRead: () => true }, before, after)

const insideOf = (part: ComparedPart | ComparedRow): (ComparedPart | ComparedRow)[] =>
  part.kind === 'value' ? [] : part.kind === 'rows' ? part.rows : part.parts
const all = (parts: readonly (ComparedPart | ComparedRow)[]): (ComparedPart | ComparedRow)[] =>
  parts.flatMap((part) => [part, ...all(insideOf(part))])
const partsOf = (parts: readonly ComparedPart[]): TakenPart[] =>
  all(parts).filter((part): part is TakenPart => part.kind !== 'group')

/** Compares two versions and takes parts. */
function versionBeside(
  fields: Field[],
  two: Record<Side, JsonObject>,
  side: Side,
  more: Partial<TakenFrom> = {},
) {
  const from: TakenFrom = {
    entity: collection(fields),
    locales: { all: allLocales, shown: allLocales },
    side,
    version: two[side],
    mayWrite: () => true,
    ...more,
  }
  const parts = onlyModified(compare(fields, two.before, two.after, [...from.locales.shown]))
  return {
    parts,
    changes: (now: JsonObject, part: TakenPart) => takePart(from, now, part),
    taken: (now: JsonObject, part: TakenPart) => applyChanges(fields, now, takePart(from, now, part)),
  }
}

/** The ways to take all differences: fields, with whole rows, with whole lists, or with each field of a row. */
const WAYS = ['rows', 'lists', 'fields'] as const

function inOrder(parts: readonly ComparedPart[], side: Side, way: (typeof WAYS)[number]): TakenPart[] {
  return parts.flatMap((part): TakenPart[] => {
    if (part.kind === 'value') return [part]
    if (part.kind === 'group') return inOrder(part.parts, side, way)
    if (way === 'lists') return [part]
    const place = side === 'before' ? 'was' : 'is'
    // Rows in front are taken first, since a row is placed behind them.
    const rows = part.rows.toSorted((a, b) => (a[place] ?? 0) - (b[place] ?? 0))
    return rows.flatMap((row): TakenPart[] => {
      const isWhole = way === 'rows' || row.was === null || row.is === null || row.isMoved
      return isWhole ? [row] : inOrder(row.parts, side, way)
    })
  })
}

describe('a part of a version, taken into the document', () => {
  it('one by one, until all are taken, makes the version of what it was compared with', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(history, fc.constantFrom<Side>('before', 'after'), ({ fields, versions }, side) => {
        for (const before of versions)
          for (const after of versions)
            for (const way of WAYS) {
              const { parts, taken } = versionBeside(fields, { before, after }, side)
              const [now, then] = side === 'after' ? [before, after] : [after, before]
              const left = inOrder(parts, side, way).reduce((one, part) => taken(one, part), now)
              expectSame(left, then)
              expect(onlyModified(compare(fields, left, then))).toEqual([])
            }
      }),
      tries(40),
    )
  })

  it('changes nothing of the document but that part, whatever it was compared with', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(history, fc.constantFrom<Side>('before', 'after'), ({ fields, versions }, side) => {
        for (const before of versions)
          for (const after of versions)
            for (const now of versions) {
              const { parts, changes, taken } = versionBeside(fields, { before, after }, side)
              for (const part of partsOf(parts)) {
                const next = taken(now, part)
                const differing = partsOf(onlyModified(compare(fields, now, next)))
                // A part without changes is no difference.
                expect(changes(now, part).length === 0 && differing.length > 0).toBe(false)
                const isOfPart = ({ path, locale }: TakenPart) =>
                  (path === part.path || path.startsWith(`${part.path}.`)) &&
                  (part.locale === null || locale === part.locale)
                const inList = part.kind === 'row' ? part.path.slice(0, part.path.lastIndexOf('.')) : null
                // A swap of two rows may be attributed to either.
                const others = differing.filter(
                  (one) =>
                    !isOfPart(one) &&
                    !part.path.startsWith(`${one.path}.`) &&
                    !(one.kind === 'row' && one.isMoved && one.path.startsWith(`${inList}.`)),
                )
                expect(others.filter(({ kind }) => kind !== 'rows')).toEqual([])
              }
            }
      }),
      tries(15),
    )
  })
})

describe('what is taken', () => {
  const hero = block('hero', [text('heading', { localized: true }), text('kicker')])
  const fields = [
    text('title', { localized: true }),
    { ...text('stamp'), readOnly: true },
    { ...text('virtual'), canSort: false },
    json('extra'),
    group('meta', [text('description')]),
    array('items', [text('label', { localized: true })]),
    blocks('layout', [hero]),
  ]
  const item = (id: string, en: string, de: string) => ({ id, label: { en, de } })
  const then: JsonObject = {
    title: { en: 'Night train', de: 'Nachtzug' },
    stamp: 'old',
    virtual: 'old',
    items: [item('a', 'Berth', 'Koje'), item('b', 'Seat', 'Sitz'), item('c', 'Couchette', 'Liege')],
    layout: [
      { id: 'h', blockType: 'hero', blockName: 'First', heading: { en: 'Go', de: 'Los' }, kicker: 'k' },
    ],
  }
  const now: JsonObject = {
    title: { en: 'Day train', de: 'Tagzug' },
    stamp: 'new',
    virtual: 'new',
    extra: [],
    items: [item('x', 'Bench', 'Bank'), item('c', 'Bunk', 'Pritsche')],
    layout: [
      { id: 'h', blockType: 'hero', blockName: 'Second', heading: { en: 'Stay', de: 'Bleib' }, kicker: 'n' },
    ],
  }
  const beside = (more: Partial<TakenFrom> = {}, version = then) => {
    const made = versionBeside(fields, { before: version, after: now }, 'before', more)
    const find = (path: string, locale: string | null = null) => {
      const part = partsOf(made.parts).find((one) => one.path === path && one.locale === locale)
      if (part === undefined) throw new Error(`nothing differs at ${path}`)
      return part
    }
    return {
      edits: (path: string, locale?: string) => made.changes(now, find(path, locale)),
      after: (path: string, locale?: string) => made.taken(now, find(path, locale)),
    }
  }

  it('is the value of one locale, and the others stay', () => {
    expect(beside().edits('title', 'de')).toEqual([
      { kind: 'set', path: 'title', locale: 'de', from: 'Tagzug', to: 'Nachtzug' },
    ])
    expect(beside().after('title', 'de')['title']).toEqual({ en: 'Day train', de: 'Nachtzug' })
  })

  it('is a row in all locales with its id, behind the nearest one before it that is still there, else ahead of the next', () => {
    expect(beside().edits('items.a')).toEqual([
      {
        kind: 'rows',
        path: 'items',
        locale: null,
        from: ['x', 'c'],
        to: ['x', 'a', 'c'],
        added: { a: item('a', 'Berth', 'Koje') },
        removed: {},
      },
    ])
    const more = { ...then, items: [item('c', 'Couchette', 'Liege'), item('d', 'Roomette', 'Abteil')] }
    expect(beside({}, more).edits('items.d')).toMatchObject([{ to: ['x', 'c', 'd'] }])
    const other = { ...then, items: [item('d', 'Roomette', 'Abteil')] }
    expect(beside({}, other).edits('items.d')).toMatchObject([{ to: ['x', 'c', 'd'] }])
  })

  it('is that a row was not there', () => {
    expect(beside().edits('items.x')).toMatchObject([
      { to: ['c'], removed: { x: item('x', 'Bench', 'Bank') } },
    ])
  })

  it('is all of a row that is there, in the locales that are shown, with the name of a block', () => {
    expect(beside().after('items.c')['items']).toEqual([
      item('x', 'Bench', 'Bank'),
      item('c', 'Couchette', 'Liege'),
    ])
    expect(beside().after('layout.h')['layout']).toEqual(then['layout'])
    const shown = { locales: { all: allLocales, shown: ['de'] } }
    expect(beside(shown).after('items.c')['items']).toEqual([
      item('x', 'Bench', 'Bank'),
      item('c', 'Bunk', 'Liege'),
    ])
  })

  it('is nothing where the document holds it already, where its row is gone, or where it is not for people to write', () => {
    const both = versionBeside(fields, { before: then, after: now }, 'before')
    for (const part of partsOf(both.parts)) {
      if (part.path === 'items') continue
      expect(both.changes(then, part)).toEqual([])
    }
    const inGone = partsOf(both.parts).find(({ path }) => path === 'layout.h.kicker')
    expect(inGone && both.changes({ ...now, layout: [] }, inGone)).toEqual([])
    expect(beside().edits('items.x.label', 'en')).toEqual([])
    expect(beside().edits('stamp')).toEqual([])
    expect(beside().edits('virtual')).toEqual([])
    const notTitle = { mayWrite: (path: string) => path !== 'title' }
    expect(beside(notTitle).edits('title', 'en')).toEqual([])
    expect(beside(notTitle).edits('layout.h.kicker')).toHaveLength(1)
  })

  it('leaves out what the person may not write in a row', () => {
    const mayWrite = (path: string) => !/(^|\.)(heading|label)$/.test(path)
    expect(beside({ mayWrite }).edits('items.a')).toMatchObject([{ added: { a: { id: 'a' } } }])
    expect(beside({ mayWrite }).after('layout.h')['layout']).toEqual([
      { id: 'h', blockType: 'hero', blockName: 'First', heading: { en: 'Stay', de: 'Bleib' }, kicker: 'k' },
    ])
    const asked: string[] = []
    const ask = (path: string) => asked.push(path) > 0
    const gone = versionBeside(fields, { before: then, after: { ...now, layout: [] } }, 'before', {
      mayWrite: ask,
    })
    for (const part of partsOf(gone.parts)) gone.changes({ ...now, layout: [] }, part)
    // A missing row has its block's slug instead of its id.
    expect(asked).toContain('layout.hero.heading')
  })

  it('is nothing of a block that the schema does not have, nor of what it was before the field was localized', () => {
    const strange = [{ id: 's', blockType: 'gone', words: 'a' }, ...(now['layout'] as JsonObject[])]
    expect(beside({}, { ...now, layout: strange }).edits('layout.s')).toEqual([])
    expect(beside({}, { ...now, title: 'Train' }).edits('title')).toEqual([])
    // Another block has the row's id by now.
    const quote = block('quote', [text('words')])
    const kinds = [blocks('layout', [hero, quote])]
    const ofOther = { layout: [{ id: 'h', blockType: 'quote', words: 'q' }] }
    const { parts, changes } = versionBeside(kinds, { before: then, after: { layout: [] } }, 'before')
    expect(partsOf(parts).flatMap((part) => (part.kind === 'row' ? changes(ofOther, part) : []))).toEqual([])
    expect(beside({}, { ...now, unknown: 1 }).edits('unknown')).toEqual([])
    // Nor part of a list: the rest would count as unchanged.
    expect(beside({}, { ...now, layout: strange }).edits('layout')).toEqual([])
  })

  it('is no value that the field cannot hold, as of a version from when it was of another type', () => {
    const two = { before: { title: { en: ['Train', 'Boat'] } }, after: { title: { en: 'Ferry' } } }
    const { parts, changes } = versionBeside([text('title', { localized: true })], two, 'before')
    expect(partsOf(parts).flatMap((part) => changes(two.after, part))).toEqual([])
  })
})
