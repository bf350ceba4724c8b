import { describe, expect, it } from 'vitest'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { rowLabel } from '../../../../shared/document/row-label.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { checkbox, group, number, richText, row, text } from '../build-fields.ts'

const context = {
  label: () => '',
  formatDate: (iso: string) => iso,
  formatNumber: String,
  nameOf: () => null,
}
const say = (fields: Field[] | null, data: JsonObject) => rowLabel(fieldTypes, fields, data, context)

describe('S3.01 (part) what a row is recognised by', () => {
  it('is the name that its editor gave the block, whatever else it holds', () => {
    expect(say([text('heading')], { blockName: 'Opening', heading: 'First light' })).toBe('Opening')
    expect(say(null, { blockName: 'Opening' })).toBe('Opening')
  })

  it('is else the first text in it, through groups and layout, in one line', () => {
    const fields = [
      number('order'),
      checkbox('open'),
      group('head', [text('kicker')]),
      row([text('heading')]),
    ]
    expect(say(fields, { order: 1, open: true, head: { kicker: ' ' }, heading: 'First light' })).toBe(
      'First light',
    )
    expect(say(fields, { head: { kicker: 'By rail\nto Narvik' }, heading: 'First light' })).toBe('By rail')
    const paragraph = (words: string) => ({ type: 'paragraph', children: [{ type: 'text', text: words }] })
    const body = { root: { children: [paragraph(''), paragraph('Nineteen hours'), paragraph('more')] } }
    expect(say([richText('body')], { body })).toBe('Nineteen hours')
  })

  it('is never its id or what is hidden, and nothing where there is no text or the block is not known', () => {
    const fields = [text('id'), text('secret', { hidden: true }), number('order')]
    expect(say(fields, { id: 'a1', secret: 'x', order: 7 })).toBe('')
    expect(say(null, { heading: 'First light' })).toBe('')
  })

  it('is cut where it is long', () => {
    expect(say([text('heading')], { heading: 'x'.repeat(121) })).toBe(`${'x'.repeat(120)}…`)
  })
})
