import { describe, expect, it } from 'vitest'
import {
  MAX_ROWS,
  MAX_CODE,
  readableValue,
} from '../../../../renderer/fields/not-editable/readable-values.ts'
import { pickLabel } from '../../../../shared/cms/labels.ts'
import type {
  BlocksField,
  JsonField,
  RichTextField,
  UnknownField,
} from '../../../../shared/cms/schema-model.ts'
import type { Json } from '../../../../shared/json.ts'
import { relation as buildRelation } from '../../shared/build-fields.ts'
import { textField } from '../form/form-fixtures.ts'
import { json as buildJson } from '../../shared/build-fields.ts'
import { valueContext } from '../support/value-context.ts'

const context = valueContext()
const named = { ...textField('x'), label: null }
const richText: RichTextField = { ...named, type: 'richText', innerLocales: null, editor: null }
const json: JsonField = buildJson('x')
const unknown: UnknownField = { ...named, type: 'unknown', rawType: 'hologram' }
const relation = buildRelation('x', { relationTo: ['a', 'b'], polymorphic: true, hasMany: true })
const blocks: BlocksField = {
  ...named,
  type: 'blocks',
  labels: { singular: 'Block', plural: 'Blocks' },
  minRows: null,
  maxRows: null,
  initCollapsed: null,
  isSortable: true,
  offered: null,
  blocks: [
    {
      slug: 'hero',
      schemaPath: 'hero',
      group: null,
      hasBlockName: true,
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
    expect(readableValue(richText, value, context)).toEqual({
      kind: 'paragraphs',
      paragraphs: ['North of Kiruna', 'one\ntwo'],
      more: 0,
    })
    expect(readableValue(richText, { root: { children: [] } }, context)).toEqual({ kind: 'empty' })
    expect(readableValue(richText, ['not', 'lexical'], context).kind).toBe('code')
  })

  it('S2.37 (part) rows numbered from 01, with the block’s label and what they are recognised by', () => {
    const rows = [
      { id: 'a', blockType: 'hero', kicker: null, heading: 'First light' },
      { id: 'b', blockType: 'gone', heading: 'x' },
      { id: 'c', blockType: 'hero', blockName: 'Opening', heading: 'y' },
    ]
    const german = valueContext({ label: (label) => pickLabel(label, 'de') })
    expect(readableValue(blocks, rows, german)).toEqual({
      kind: 'rows',
      count: '3 Blocks',
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
    const readable = readableValue(blocks, rows, context)
    expect(readable).toMatchObject({ kind: 'rows', count: '200 Blocks', more: 200 - MAX_ROWS })
    expect(readable.kind === 'rows' && readable.rows).toHaveLength(MAX_ROWS)
  })

  it('relations by what they are called, JSON as it is up to a length, and nothing as nothing', () => {
    const titled = valueContext({ nameOf: (slug, id) => `${slug} ${id}` })
    expect(readableValue(relation, [{ relationTo: 'b', value: 7 }, 8], titled)).toEqual({
      kind: 'items',
      items: ['b 7', 'a 8'],
    })
    expect(readableValue(json, { a: 1 }, context)).toEqual({
      kind: 'code',
      text: '{\n  "a": 1\n}',
      cut: false,
    })
    expect(readableValue(json, 'x'.repeat(MAX_CODE + 1), context)).toMatchObject({ cut: true })
    expect(readableValue(unknown, null, context)).toEqual({ kind: 'empty' })
    expect(readableValue(relation, [], context)).toEqual({ kind: 'empty' })
  })
})
