import { describe, expect, it } from 'vitest'
import { localeCells, translationMark } from '../../../../shared/document/locale-cells.ts'
import { fieldTypes as types } from '../../../../shared/fields/registry.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { array, checkbox, text } from '../build-fields.ts'

const fields = [
  text('title', { localized: true }),
  { ...checkbox('seen'), localized: true },
  array('links', [text('label', { localized: true })]),
  array('words', [text('word')], { localized: true }),
]
const way = { from: 'en', to: 'de' }

function marks(data: JsonObject, reference: JsonObject | null = null) {
  return Object.fromEntries(
    localeCells(fields, data, way).flatMap((cell) => {
      const mark = translationMark({ fields, types }, cell, way, reference)
      return mark === null ? [] : [[cell.path, mark]]
    }),
  )
}

describe('what is said of a translation', () => {
  it('missing: nothing here where the source has something; a box that is not ticked is none', () => {
    expect(
      marks({
        title: { en: 'Night train', de: '' },
        seen: { en: true },
        links: [
          { id: 'a', label: { en: 'Map' } },
          { id: 'b', label: { de: 'Karte' } },
        ],
        words: { en: [{ id: 'w', word: 'rail' }] },
      }),
    ).toEqual({ title: 'missing', 'links.a.label': 'missing', words: 'missing' })
  })

  it('older: the source is another than it was, and the translation is not', () => {
    const before = { title: { en: 'Night train', de: 'Nachtzug' } }
    expect(marks({ title: { en: 'The night train', de: 'Nachtzug' } }, before)).toEqual({ title: 'older' })
    expect(marks({ title: { en: 'The night train', de: 'Der Nachtzug' } }, before)).toEqual({})
    expect(marks(before, before)).toEqual({})
  })

  it('nothing is older where it is not known what was, or where a row is new', () => {
    const now = { title: { en: 'B', de: 'A' }, links: [{ id: 'n', label: { en: 'New', de: 'Neu' } }] }
    expect(marks(now)).toEqual({})
    expect(marks(now, { title: { en: 'B', de: 'A' }, links: [] })).toEqual({})
  })

  it('a list that each locale has for itself is compared as a whole', () => {
    const de = [{ id: 'v', word: 'Zug' }]
    const before = { words: { en: [{ id: 'w', word: 'rail' }], de } }
    expect(marks({ words: { en: [{ id: 'w', word: 'railway' }], de } }, before)).toEqual({ words: 'older' })
  })
})
