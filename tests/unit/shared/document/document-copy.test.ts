import { describe, expect, test } from 'vitest'
import { forACopy } from '../../../../shared/document/document-copy.ts'
import { array, group, number, text } from '../build-fields.ts'

describe('a copy of a document', () => {
  test('has unique texts marked in every locale and row, other unique values left out, and all else as it was', () => {
    const fields = [
      text('title', { localized: true }),
      text('slug', { unique: true }),
      text('handle', { unique: true, localized: true }),
      number('code', { unique: true }),
      group('meta', [text('key', { unique: true })]),
      array('items', [text('sku', { unique: true }), text('label')]),
    ]
    const data = {
      title: { en: 'Kiruna', de: 'Kiruna' },
      slug: 'kiruna',
      handle: { en: 'north', de: '' },
      code: 7,
      meta: { key: 'k' },
      items: [{ id: 'a', sku: '1', label: 'One' }],
    }
    expect(forACopy(fields, data)).toEqual({
      title: { en: 'Kiruna', de: 'Kiruna' },
      slug: 'kiruna - Copy',
      handle: { en: 'north - Copy', de: null },
      code: null,
      meta: { key: 'k - Copy' },
      items: [{ id: 'a', sku: '1 - Copy', label: 'One' }],
    })
  })
})
