import { describe, expect, test } from 'vitest'
import { hasLocalizedFields } from '../../../../shared/cms/fields.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { manyFields } from '../../../../shared/document/many-fields.ts'
import { array, block, blocks, checkbox, group, number, row, tab, tabs, text } from '../build-fields.ts'

const paths = (fields: Field[]) => manyFields(fields).map(({ path, parent }) => [path, parent])

describe('fields that can be edited in many documents at once', () => {
  test('are values outside of rows, with the path of what they lie in', () => {
    const fields = [
      text('id'),
      text('title'),
      row([number('weight')]),
      tabs(tab(null, [checkbox('done')]), tab('seo', [text('description')])),
      group('meta', [group('deep', [text('note')])]),
      array('items', [text('label')]),
      group('each', [text('inLocale')], true),
    ]
    expect(paths(fields)).toEqual([
      ['title', ''],
      ['weight', ''],
      ['done', ''],
      ['seo.description', 'seo'],
      ['meta.deep.note', 'meta.deep'],
    ])
  })

  test('are called by the groups around them that have a label, and by their name where they have none', () => {
    const fields = [
      { ...group('meta', [group('deep', [text('note')]), text('words', { label: 'Words' })]), label: 'Meta' },
      group('bare', [row([text('inRow', { label: 'In a row' })])]),
    ]
    expect(manyFields(fields).map(({ labels }) => labels)).toEqual([
      ['Meta', 'note'],
      ['Meta', 'Words'],
      ['In a row'],
    ])
  })

  test('are told apart by what they lie in where they would be called alike', () => {
    const owner = () => text('owner', { label: 'Owner' })
    const fields = [owner(), group('rights', [owner()]), group('source', [group('first', [owner()])])]
    expect(manyFields(fields).map(({ labels }) => labels)).toEqual([
      ['Owner'],
      ['rights', 'Owner'],
      ['source', 'first', 'Owner'],
    ])
  })

  test('are none that only one document may have, that a person does not see or change, or that the site keeps from it', () => {
    const kept = [
      text('a', { unique: true }),
      text('b', { editsMany: false }),
      text('c', { readOnly: true }),
      text('d', { hidden: true }),
      text('e', { hasCondition: true }),
      text('_status'),
    ]
    expect(paths(kept)).toEqual([])
  })
})

describe('U17 (part) whether anything of a document has a value for each locale', () => {
  test('is found at any depth, also in blocks that hold each other', () => {
    const ring = block('ring', [text('plain')])
    ring.fields.push(blocks('again', [ring]))
    expect(hasLocalizedFields([text('title'), blocks('layout', [ring])])).toBe(false)
    expect(hasLocalizedFields([array('items', [group('at', [text('name', { localized: true })])])])).toBe(
      true,
    )
    const other = block('other', [text('plain')])
    other.fields.push(blocks('again', [other, block('deep', [text('caption', { localized: true })])]))
    expect(hasLocalizedFields([blocks('layout', [other])])).toBe(true)
  })
})
