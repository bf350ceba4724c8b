import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../../../shared/document/apply.ts'
import { invertChanges } from '../../../../shared/document/change.ts'
import { copyBetweenLocales } from '../../../../shared/document/copy-locale.ts'
import { changesBetween } from '../../../../shared/document/diff.ts'
import { localeCells } from '../../../../shared/document/locale-cells.ts'
import { fieldTypes as types } from '../../../../shared/fields/registry.ts'
import { isBlank } from '../../../../shared/fields/value-rules.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { array, block, blocks, checkbox, group, join, text } from '../build-fields.ts'
import { generated } from '../generated.ts'

const way = { from: 'en', to: 'de' }
const any = { mayCopy: () => true }

const fields = [
  text('title', { localized: true }),
  text('slug'),
  group('meta', [text('note', { localized: true })]),
  array('links', [text('label', { localized: true }), text('href')]),
  blocks('body', [block('quote', [text('by'), array('lines', [text('line', { localized: true })])])]),
  array('words', [text('word')], { localized: true }),
  group('card', [text('front'), text('back')], true),
  join('related', { localized: true }),
]
const data: JsonObject = {
  title: { en: 'Night train', de: 'Nachtzug' },
  slug: 'night-train',
  meta: { note: { en: 'North' } },
  links: [{ id: 'a', label: { en: 'Timetable' }, href: '/t' }],
  body: [{ id: 'b', blockType: 'quote', by: 'Ida', lines: [{ id: 'l', line: { en: 'Slow', ar: 'بطيء' } }] }],
  words: { en: [{ id: 'w', word: 'rail' }], de: [{ id: 'v', word: 'Zug' }] },
  card: { en: { front: 'F', back: 'B' }, de: { front: 'V' } },
  related: { en: { docs: [1] } },
}

describe('copying from one locale to another', () => {
  it('takes what the source holds, cell by cell, and says what it takes the place of', () => {
    const copies = copyBetweenLocales({ fields, types }, data, way, '', any)
    expect(copies.map(({ change, overwrites }) => [change.path, overwrites])).toEqual([
      ['title', true],
      ['meta.note', false],
      ['links.a.label', false],
      ['body.b.lines.l.line', false],
      ['words', true],
      ['card.front', true],
      ['card.back', false],
    ])
    const after = applyChanges(
      fields,
      data,
      copies.map(({ change }) => change),
    )
    expect(after).toMatchObject({
      title: { en: 'Night train', de: 'Night train' },
      slug: 'night-train',
      links: [{ id: 'a', label: { en: 'Timetable', de: 'Timetable' }, href: '/t' }],
      body: [{ id: 'b', by: 'Ida', lines: [{ id: 'l', line: { en: 'Slow', de: 'Slow', ar: 'بطيء' } }] }],
      words: { en: [{ id: 'w', word: 'rail' }], de: [{ word: 'rail' }] },
      card: { de: { front: 'F', back: 'B' } },
      related: { en: { docs: [1] } },
    })
  })

  it('gives the rows of a list that each locale has for itself new ids', () => {
    const copies = copyBetweenLocales({ fields, types }, data, way, 'words', { ...any, newId: () => 'n' })
    expect(copies.map(({ change }) => change)).toEqual([
      {
        kind: 'rows',
        path: 'words',
        locale: 'de',
        from: ['v'],
        to: ['n'],
        added: { n: { id: 'n', word: 'rail' } },
        removed: { v: { id: 'v', word: 'Zug' } },
      },
    ])
  })

  it('takes a row or a field alone, and leaves out what may not be written', () => {
    const pathsOf = (place: string, denied: string[] = []) =>
      copyBetweenLocales({ fields, types }, data, way, place, {
        mayCopy: ({ path }) => !denied.includes(path),
      }).map(({ change }) => change.path)
    expect(pathsOf('body.b')).toEqual(['body.b.lines.l.line'])
    expect(pathsOf('title')).toEqual(['title'])
    expect(pathsOf('card', ['card.front'])).toEqual(['card.back'])
    expect(pathsOf('slug')).toEqual([])
  })

  it('does nothing where both say the same, or where the source says nothing', () => {
    const same = {
      title: { en: 'A', de: 'A' },
      words: { en: [{ id: 'x', word: 'w' }], de: [{ id: 'y', word: 'w' }] },
    }
    expect(copyBetweenLocales({ fields, types }, same, way, '', any)).toEqual([])
    expect(copyBetweenLocales({ fields, types }, { title: { de: 'A' } }, way, '', any)).toEqual([])
  })

  it('whatever the schema and the document: only the target locale changes, it can be taken back, and is done then', () => {
    fc.assert(
      fc.property(generated, ({ fields: schema, base }) => {
        const copies = copyBetweenLocales({ fields: schema, types }, base, way, '', any)
        const changes = copies.map(({ change }) => change)
        const after = applyChanges(schema, base, changes)
        expect(changesBetween(schema, base, after).every(({ locale }) => locale === 'de')).toBe(true)
        expect(changesBetween(schema, applyChanges(schema, after, invertChanges(changes)), base)).toEqual([])
        expect(copyBetweenLocales({ fields: schema, types }, after, way, '', any)).toEqual([])
        const empty = copies.filter(({ overwrites }) => !overwrites).map(({ change }) => change)
        const filled = applyChanges(schema, base, empty)
        const kept = changesBetween(schema, base, filled).filter(
          (one) => one.kind === 'set' && !isBlank(one.from),
        )
        expect(kept).toEqual([])
      }),
    )
  })
})

describe('the cells of two locales', () => {
  it('are what has a value for each, in the order of the schema, without what the server works out', () => {
    const cells = localeCells([checkbox('seen'), ...fields], data, way)
    expect(cells.map(({ path }) => path)).toEqual([
      'title',
      'meta.note',
      'links.a.label',
      'body.b.lines.l.line',
      'words',
      'card.front',
      'card.back',
    ])
  })
})
