import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldNodeAt, getValue, missingRow, setValue } from '../../../../shared/document/path.ts'
import { absorbAnswer } from '../../../../shared/document/project.ts'
import { serverPathToIds } from '../../../../shared/document/server-path.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { richSchema as fields } from '../build-fields.ts'
import { tries } from '../../../support/tries.ts'

const data: JsonObject = {
  title: { en: 'Night train', de: 'Nachtzug' },
  meta: { title: { en: 'Meta' }, score: 3 },
  items: [{ id: 'a', label: { en: 'Berth', de: 'Koje' }, subs: [{ id: 's', name: { en: 'x' } }] }],
  layout: [{ id: 'h', blockType: 'hero', heading: { en: 'North' } }],
  words: { en: [{ id: 'w', word: 'one' }], de: [{ id: 'v', word: 'eins' }] },
  pair: { de: { left: 'links' } },
  mystery: { any: ['thing'] },
}

describe('paths', () => {
  it.each([
    ['title', 'de', 'Nachtzug'],
    ['meta.title', 'en', 'Meta'],
    ['meta.title', 'de', null],
    ['items.a.label', 'de', 'Koje'],
    ['items.a.subs.s.name', 'en', 'x'],
    ['layout.h.heading', 'en', 'North'],
    ['words.v.word', 'de', 'eins'],
    ['words.v.word', 'en', null],
    ['pair.left', 'de', 'links'],
    ['mystery.any', 'en', ['thing']],
    ['items.zz.label', 'en', null],
    ['nothing.at.all', 'en', null],
  ])('a value is found at %s in %s', (path, locale, value) => {
    expect(getValue(fields, data, path, locale)).toEqual(value)
  })

  it('a value is set in its locale, and all else is the same object', () => {
    const next = setValue(fields, data, 'items.a.label', 'de', 'Liege')
    expect(getValue(fields, next, 'items.a.label', 'de')).toBe('Liege')
    expect(getValue(fields, next, 'items.a.label', 'en')).toBe('Berth')
    expect(next['layout']).toBe(data['layout'])
    expect(getValue(fields, data, 'items.a.label', 'de')).toBe('Koje')
  })

  it('a value in a localized container is set in the one of its locale', () => {
    expect(setValue(fields, data, 'pair.left', 'en', 'l')['pair']).toEqual({
      de: { left: 'links' },
      en: { left: 'l' },
    })
  })

  it('a path into a row that is not there sets nothing', () => {
    expect(setValue(fields, data, 'items.zz.label', 'en', 'x')).toBe(data)
    expect(missingRow(fields, data, 'items.zz.label', 'en')).toBe('items.zz')
    expect(missingRow(fields, data, 'items.a.subs.zz.name', 'en')).toBe('items.a.subs.zz')
    expect(missingRow(fields, data, 'items.a.label', 'en')).toBeNull()
  })

  it('no path and no name makes it throw or reach what objects inherit', () => {
    const names = fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      'items',
      'a',
      'layout',
      'h',
      'pair',
      '',
      '0',
      'title',
    )
    fc.assert(
      fc.property(
        fc.array(names, { maxLength: 5 }),
        fc.constantFrom('en', 'fr', '__proto__', null),
        (parts, locale) => {
          const path = parts.join('.')
          expect(typeof getValue(fields, data, path, locale)).not.toBe('function')
          setValue(fields, data, path, locale, 'x')
          fieldNodeAt(fields, data, path, locale)
          expect(Object.prototype).not.toHaveProperty('title')
        },
      ),
      tries(2000),
    )
  })

  it.each([
    ['summary', 'summary'],
    ['items.a.subs.s.name', 'name'],
    ['layout.h.heading', 'heading'],
    ['words.w.word', 'word'],
    ['pair.left', 'left'],
  ])('the field at %s is found through layout containers, groups, rows and blocks', (path, name) => {
    expect(fieldNodeAt(fields, data, path, 'en')?.name).toBe(name)
  })

  it.each([
    ['nothing', 'en'],
    ['layout.zz.heading', 'en'],
    // A row is no field, and the rows of a localized list are those of its locale.
    ['layout.h', 'en'],
    ['words.w.word', 'de'],
  ])('there is no field at %s in %s', (path, locale) => {
    expect(fieldNodeAt(fields, data, path, locale)).toBeNull()
  })

  it('rows that did not change are seen as the same list each time, in each locale as it is there', () => {
    const seen = getValue(fields, data, 'items', 'en')
    expect(getValue(fields, data, 'items', 'en')).toBe(seen)
    expect(getValue(fields, data, 'items', 'de')).not.toEqual(seen)
    expect(getValue(fields, data, 'items', 'en')).toEqual(seen)
    const next = setValue(fields, data, 'items.a.label', 'en', 'Changed')
    expect(getValue(fields, next, 'items', 'en')).toMatchObject([{ label: 'Changed' }])
    expect(getValue(fields, data, 'items', 'en')).toEqual(seen)
  })

  it('S8.15 (part) F51 row numbers of the server become row ids, and its locales name the cell', () => {
    const place = (path: string) => serverPathToIds(fields, data, path, 'en')
    expect(place('items.0.subs.0.name')).toEqual({ path: 'items.a.subs.s.name', locale: 'en' })
    expect(place('items.0.label.en')).toEqual({ path: 'items.a.label', locale: 'en' })
    expect(place('words.en.0.word')).toEqual({ path: 'words.w.word', locale: 'en' })
    expect(place('items.7.label')).toEqual({ path: 'items.7.label', locale: null })
    expect(place('meta.score')).toEqual({ path: 'meta.score', locale: null })
    expect(place('title.en')).toEqual({ path: 'title', locale: 'en' })
  })
})

describe('absorbing an answer', () => {
  it('SY5 what is absent in the answer is removed in its locale only', () => {
    expect(absorbAnswer(fields, data, { meta: {} }, 'en')).toEqual({
      title: { de: 'Nachtzug' },
      meta: {},
      words: { de: [{ id: 'v', word: 'eins' }] },
      pair: { de: { left: 'links' } },
    })
  })

  it('SY5 rows go by id: other locales of rows that stay, this locale only of rows that are new', () => {
    const answer = {
      items: [
        { id: 'n', label: 'New' },
        { id: 'a', label: 'Bunk' },
      ],
    }
    expect(absorbAnswer(fields, data, answer, 'en')['items']).toEqual([
      { id: 'n', label: { en: 'New' } },
      { id: 'a', label: { en: 'Bunk', de: 'Koje' } },
    ])
  })

  it('SY13 keys that the schema does not know are taken from the answer', () => {
    expect(absorbAnswer(fields, { old: 1 }, { updatedAt: 'x', new: { a: 1 } }, 'en')).toEqual({
      updatedAt: 'x',
      new: { a: 1 },
    })
  })

  it('SY5 a block whose type changed under the same id keeps nothing of the old type', () => {
    const answer = { layout: [{ id: 'h', blockType: 'list', lines: [] }] }
    expect(absorbAnswer(fields, data, answer, 'de')['layout']).toEqual([
      { id: 'h', blockType: 'list', lines: [] },
    ])
  })
})
