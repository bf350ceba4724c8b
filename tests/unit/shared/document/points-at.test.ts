import { describe, expect, test } from 'vitest'
import { pointsAt } from '../../../../shared/document/references.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { array, group, relation, richText, text } from '../build-fields.ts'

const fields = [
  text('title', { localized: true }),
  relation('author', { relationTo: ['authors'] }),
  relation('about', { polymorphic: true, hasMany: true, relationTo: ['posts', 'pages'] }),
  group('meta', [relation('image', { relationTo: ['media'], localized: true })]),
  array('items', [relation('place', { relationTo: ['places'] })]),
  richText('body', { localized: true }),
]
const link = (relationTo: string, value: number) => ({
  root: { children: [{ type: 'link', fields: { doc: { relationTo, value } } }] },
})

describe('whether a document points at another one', () => {
  const found = (data: JsonObject, slug: string, id: string) =>
    pointsAt(fieldTypes, fields, data, { slug, id })

  test.each<[string, JsonObject, string, string]>([
    ['a field', { author: 7 }, 'authors', '7'],
    ['one of many, of several collections', { about: [{ relationTo: 'pages', value: 3 }] }, 'pages', '3'],
    ['one locale of a field in a group', { meta: { image: { en: 1, de: 9 } } }, 'media', '9'],
    ['a row', { items: [{ id: 'a', place: 2 }] }, 'places', '2'],
    ['a link in a text of one locale', { body: { en: null, de: link('posts', 5) } }, 'posts', '5'],
  ])('%s does', (_, data, slug, id) => {
    expect(found(data, slug, id)).toBe(true)
  })

  test('the same number elsewhere, and another collection with it, does not', () => {
    const data = {
      title: { en: '7' },
      author: 8,
      about: [{ relationTo: 'posts', value: 7 }],
      body: link('posts', 77),
    }
    expect(found(data, 'authors', '7')).toBe(false)
    expect(found(data, 'pages', '7')).toBe(false)
    expect(found(data, 'posts', '7')).toBe(true)
  })
})
