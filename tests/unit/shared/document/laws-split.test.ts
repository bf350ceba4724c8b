import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRows } from '../../../../shared/cms/fields.ts'
import { applyChanges } from '../../../../shared/document/apply.ts'
import type { Change } from '../../../../shared/document/change.ts'
import { coalesceChanges } from '../../../../shared/document/coalesce.ts'
import { fieldNodeAt } from '../../../../shared/document/path.ts'
import { absorbRow, projectLocale, projectRow } from '../../../../shared/document/project.ts'
import { createBody, patchBody } from '../../../../shared/document/sparse-body.ts'
import { splitByLocale } from '../../../../shared/document/split-by-locale.ts'
import { array, locales, richSchema, text } from '../build-fields.ts'
import { generated } from '../generated.ts'
import { modelPatch } from '../model-server.ts'
import { Dice, dice, randomChanges } from '../random-documents.ts'
import { expectSame } from '../same-data.ts'
import { tries } from '../../../support/tries.ts'

const runs = tries(250)
const anyLocale = fc.constantFrom(...locales)

/** Coalesced edits in all locales, split. */
const split = fc.tuple(generated, dice, anyLocale).map(([{ fields, base }, edits, code]) => {
  const made = randomChanges(fields, base, locales, new Dice(edits, 'n'))
  const changes = coalesceChanges(fields, base, [], made)
  return { fields, base, changes, code, parts: splitByLocale(fields, base, changes, code) }
})

describe('changes of several locales as one part per locale', () => {
  it('DM1 the parts, made in order, do what the changes do', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(split, ({ fields, base, changes, parts }) => {
        const inOrder = parts.flatMap((part) => part.changes)
        expectSame(applyChanges(fields, base, inOrder), applyChanges(fields, base, changes))
      }),
      runs,
    )
  })

  it('DM1 there is one part per locale; it holds changes of its locale, and shared ones are in one part', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(split, ({ changes, parts, code }) => {
        expect(new Set(parts.map((part) => part.locale)).size).toBe(parts.length)
        expect(parts.every((part) => part.locale !== null && part.changes.length > 0)).toBe(true)
        for (const part of parts)
          for (const change of part.changes) expect([null, part.locale]).toContain(change.locale)
        const withShared = parts.filter((part) => part.changes.some((change) => change.locale === null))
        expect(withShared.length).toBeLessThanOrEqual(1)
        const isThere = parts.some((part) => part.locale === code)
        expect(withShared.filter((part) => isThere && part.locale !== code)).toEqual([])
        expect(parts.length > 0).toBe(changes.length > 0)
      }),
      runs,
    )
  })

  it('DM1 DM2 a new row is made with what it holds in the locale of its part', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(split, ({ fields, base, parts }) => {
        let under = base
        for (const part of parts) {
          for (const change of part.changes) {
            const list = fieldNodeAt(fields, under, change.path, change.locale)
            if (change.kind === 'rows' && list !== null && isRows(list)) {
              for (const row of Object.values(change.added)) {
                const seen = projectRow(list, row, part.locale)
                expectSame(absorbRow(list, undefined, seen, part.locale), row)
              }
            }
            under = applyChanges(fields, under, [change])
          }
        }
        expect(under).toBeTypeOf('object')
      }),
      runs,
    )
  })

  it('DM1 SY5 sent one after the other as sparse bodies, the parts make the document on the server', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(split, ({ fields, base, changes, parts }) => {
        let server = base
        for (const part of parts) {
          const body = patchBody(fields, server, part.changes, part.locale)
          server = modelPatch(fields, server, body, part.locale ?? '')
        }
        expectSame(server, applyChanges(fields, base, changes))
      }),
      runs,
    )
  })

  it('DM1 without localization there is one part', () => {
    const fields = [text('title'), array('items', [text('label')])]
    const changes: Change[] = [
      { kind: 'set', locale: null, path: 'title', from: null, to: 'x' },
      {
        kind: 'rows',
        locale: null,
        path: 'items',
        from: [],
        to: ['a'],
        added: { a: { id: 'a' } },
        removed: {},
      },
    ]
    expect(splitByLocale(fields, {}, changes, null)).toEqual([{ locale: null, changes }])
    expect(splitByLocale(fields, {}, [], null)).toEqual([])
  })

  it('DM1 the order is that in which the locales were first edited', () => {
    const set = (locale: string, to: string): Change => ({
      kind: 'set',
      locale,
      path: 'title',
      from: null,
      to,
    })
    const shared: Change = { kind: 'set', locale: null, path: 'slug', from: null, to: 's' }
    const fr = set('fr', 'Train de nuit')
    const de = set('de', 'Nachtzug')
    const en = set('en', 'Night train')
    expect(splitByLocale(richSchema, {}, [shared, fr, de, en], 'en')).toEqual([
      { locale: 'fr', changes: [fr] },
      { locale: 'de', changes: [de] },
      { locale: 'en', changes: [shared, en] },
    ])
  })

  it('DM2 a row that is put back comes in one locale, and its content in others follows as edits', () => {
    const row = {
      id: 'a',
      label: { de: 'Koje', en: 'Berth' },
      qty: 2,
      at: { place: { de: 'hinten' } },
      subs: [{ id: 's', name: { de: 'n', en: 'm' } }],
    }
    const back: Change = {
      kind: 'rows',
      locale: null,
      path: 'items',
      from: [],
      to: ['a'],
      added: { a: row },
      removed: {},
    }
    const edit = (path: string, to: string): Change => ({ kind: 'set', locale: 'de', path, from: null, to })
    expect(splitByLocale(richSchema, {}, [back], 'en')).toEqual([
      {
        locale: 'en',
        changes: [
          {
            ...back,
            added: {
              a: { id: 'a', label: { en: 'Berth' }, qty: 2, at: {}, subs: [{ id: 's', name: { en: 'm' } }] },
            },
          },
        ],
      },
      {
        locale: 'de',
        changes: [
          edit('items.a.label', 'Koje'),
          edit('items.a.at.place', 'hinten'),
          edit('items.a.subs.s.name', 'n'),
        ],
      },
    ])
  })
})

describe('bodies', () => {
  it('SY5 a sparse body makes on the server what the changes make here, in all locales', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, anyLocale, ({ fields, base }, edits, code) => {
        const changes = randomChanges(fields, base, code, new Dice(edits, 'n'))
        const [part] = splitByLocale(fields, base, coalesceChanges(fields, base, [], changes), code)
        const sent = part?.changes ?? []
        const body = patchBody(fields, base, sent, part?.locale ?? code)
        expectSame(modelPatch(fields, base, body, part?.locale ?? code), applyChanges(fields, base, sent))
      }),
      runs,
    )
  })

  it('SY8 a creation sends what the document shows in that locale', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, anyLocale, ({ fields, base }, code) => {
        const stored = modelPatch(fields, {}, createBody(fields, base, code), code)
        expectSame(projectLocale(fields, stored, code), projectLocale(fields, base, code))
      }),
      runs,
    )
  })
})
