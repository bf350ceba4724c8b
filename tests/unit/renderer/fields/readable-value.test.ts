import { describe, expect, it } from 'vitest'
import { MAX_CODE, MAX_ROWS, readableValue } from '../../../../renderer/fields/not-editable/readable-value.ts'
import type {
  BlocksField,
  JsonField,
  RelationshipField,
  RichTextField,
  UnknownField,
} from '../../../../shared/cms/schema-model.ts'
import type { Json } from '../../../../shared/json.ts'
import { textField } from '../form/form-fixtures.ts'

const named = { ...textField('x'), label: null }
const richText: RichTextField = { ...named, type: 'richText', innerLocales: null }
const json: JsonField = { ...named, type: 'json' }
const unknown: UnknownField = { ...named, type: 'unknown', rawType: 'hologram' }
const relation: RelationshipField = {
  ...named,
  type: 'relationship',
  relationTo: ['a', 'b'],
  polymorphic: true,
  hasMany: true,
}
const blocks: BlocksField = {
  ...named,
  type: 'blocks',
  labels: { singular: 'Block', plural: 'Blocks' },
  minRows: null,
  maxRows: null,
  blocks: [
    {
      slug: 'hero',
      schemaPath: 'hero',
      labels: { singular: { en: 'Hero', de: 'Aufmacher' }, plural: 'Heroes' },
      fields: [textField('id'), textField('kicker'), textField('heading')],
    },
  ],
}
const paragraph = (...texts: string[]): Json => ({
  type: 'paragraph',
  children: texts.map((text) => ({ type: 'text', text })),
})

describe('what cannot be edited yet is readable', () => {
  it('rich text as the words of its paragraphs, whatever nodes there are', () => {
    const value = {
      root: {
        children: [
          paragraph('North ', 'of Kiruna'),
          { type: 'horizontalrule' },
          { type: 'list', children: [{ children: [{ text: 'one' }] }, { children: [{ text: 'two' }] }] },
          { type: 'from-the-future', anything: [1, 2] },
        ],
      },
    }
    expect(readableValue(richText, value, 'en')).toEqual({
      kind: 'paragraphs',
      paragraphs: ['North of Kiruna', 'one\ntwo'],
      more: 0,
    })
    expect(readableValue(richText, { root: { children: [] } }, 'en')).toEqual({ kind: 'empty' })
    expect(readableValue(richText, ['not', 'lexical'], 'en').kind).toBe('code')
  })

  it('S2.37 rows numbered from 01, with the block’s label and what they are recognised by', () => {
    const rows = [
      { id: 'a', blockType: 'hero', kicker: null, heading: 'First light' },
      { id: 'b', blockType: 'gone', heading: 'x' },
      { id: 'c', blockType: 'hero', blockName: 'Opening', heading: 'y' },
    ]
    expect(readableValue(blocks, rows, 'de')).toEqual({
      kind: 'rows',
      total: 3,
      more: 0,
      rows: [
        { id: 'a', number: '01', type: 'Aufmacher', text: 'First light' },
        { id: 'b', number: '02', type: 'gone', text: '' },
        { id: 'c', number: '03', type: 'Aufmacher', text: 'Opening' },
      ],
    })
  })

  it('of a large document only the first rows, and how many more there are', () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({ id: `r${index}`, blockType: 'hero' }))
    const readable = readableValue(blocks, rows, 'en')
    expect(readable).toMatchObject({ kind: 'rows', total: 200, more: 200 - MAX_ROWS })
    expect(readable.kind === 'rows' && readable.rows).toHaveLength(MAX_ROWS)
  })

  it('relations by what they are called, JSON as it is up to a length, and nothing as nothing', () => {
    const nameOf = ({ slug, id }: { slug: string; id: string }) => `${slug} ${id}`
    expect(readableValue(relation, [{ relationTo: 'b', value: 7 }, 8], 'en', nameOf)).toEqual({
      kind: 'items',
      items: ['b 7', 'a 8'],
    })
    expect(readableValue(json, { a: 1 }, 'en')).toEqual({
      kind: 'code',
      text: '{\n  "a": 1\n}',
      cut: false,
    })
    expect(readableValue(json, 'x'.repeat(MAX_CODE + 1), 'en')).toMatchObject({ cut: true })
    expect(readableValue(unknown, null, 'en')).toEqual({ kind: 'empty' })
    expect(readableValue(relation, [], 'en')).toEqual({ kind: 'empty' })
  })
})
