import { describe, expect, it } from 'vitest'
import { bothSides } from '../../../../shared/document/merge-value.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { withFreshNodeIds } from '../../../../shared/fields/richText/fresh-ids.ts'
import { childrenOf, fieldsOf, nodeId, topNodes } from '../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import {
  array,
  block as blockOf,
  number,
  relation,
  richText,
  select,
  text as textField,
  textEditor,
} from '../build-fields.ts'
import { block, list, listItem, paragraph, rich, table, cell, text } from './build-nodes.ts'

const editor = textEditor({ blocks: [blockOf('notice', [textField('heading'), textField('author')])] })
const field = richText('body', { editor })
const decided = (base: Json, mine: Json, theirs: Json, ...answers: ('mine' | 'theirs' | 'both')[]) =>
  fieldTypes.richText.mergeParts?.(field, base, mine, theirs, answers, fieldTypes) ?? null

describe('F64 keeping both sides of a conflict', () => {
  it('paragraphs and items of a list stand behind each other, theirs first, and items are numbered anew', () => {
    const of = (line: string, ...items: string[]) =>
      rich(
        paragraph(line),
        list(
          'number',
          items.map((one, at) => listItem([text(one)], at + 1)),
        ),
      )
    const start = of('It leaves at nine.', 'A coat', 'Boots')
    const [mine, theirs] = [
      of('It leaves at ten.', 'A coat in red', 'Boots'),
      of('It leaves at eight.', 'A coat in blue', 'Boots and socks'),
    ]
    expect(decided(start, mine, theirs, 'both', 'both')).toEqual({
      value: rich(
        paragraph('It leaves at eight.'),
        paragraph('It leaves at ten.'),
        list(
          'number',
          ['A coat in blue', 'A coat in red', 'Boots and socks'].map((one, at) =>
            listItem([text(one)], at + 1),
          ),
        ),
      ),
    })
    expect(topNodes(decided(start, mine, theirs, 'mine', 'both')?.value)[0]).toEqual(
      paragraph('It leaves at ten.'),
    )
  })

  it('words of a cell stand behind each other in it: a table keeps its columns', () => {
    const of = (words: string) => rich(table([[cell(words), cell('beside')]]))
    const now = decided(of('six'), of('half past six'), of('six sharp'), 'both')
    const [first, second] = [paragraph('six sharp'), paragraph('half past six')]
    expect(now).toEqual({
      value: rich(table([[{ ...cell(''), children: [first, second] }, cell('beside')]])),
    })
  })

  it('of a block mine is another one, with an id of its own and what else both did', () => {
    const of = (fields: JsonObject) => rich(block('n', { heading: 'Boats', author: 'Ada', ...fields }))
    const now = decided(of({}), of({ heading: 'Ships', author: 'Cy' }), of({ heading: 'Rafts' }), 'both')
    const nodes = topNodes(now?.value)
    expect(nodes).toMatchObject([
      { fields: { id: 'n', heading: 'Rafts', author: 'Cy' } },
      { fields: { heading: 'Ships', author: 'Cy' } },
    ])
    expect(new Set(nodes.map(nodeId)).size).toBe(2)
  })

  it('what one side removed cannot stand beside itself, and neither can two kinds of one list', () => {
    const start = rich(paragraph('It leaves at nine.'))
    expect(decided(start, rich(), rich(paragraph('It leaves at ten.')), 'both')).toBeNull()
    const of = (kind: 'bullet' | 'number' | 'check') => rich(list(kind, [listItem([text('A coat')])]))
    expect(decided(of('bullet'), of('number'), of('check'), 'both')).toBeNull()
  })

  it('two texts where there was none are one, theirs first, with ids that are there once', () => {
    const both = bothSides(fieldTypes, field, {
      base: null,
      mine: rich(paragraph('Mine.'), block('n', { heading: 'Mine' })),
      theirs: rich(block('n', { heading: 'Theirs' })),
    })
    const nodes = topNodes(both?.value)
    expect(nodes).toMatchObject([
      { fields: { heading: 'Theirs' } },
      paragraph('Mine.'),
      { fields: { heading: 'Mine' } },
    ])
    expect(nodeId(nodes[0])).toBe('n')
    expect(nodeId(nodes[2])).not.toBe('n')
    // A conflict in a text that the base has is decided alone, not the whole value.
    const sides = { base: rich(paragraph('a')), mine: rich(paragraph('b')), theirs: rich(paragraph('c')) }
    expect(bothSides(fieldTypes, field, sides)).toBeNull()
  })

  it('values of many are theirs with what only mine has, of each type; a single value cannot be two', () => {
    const many = { hasMany: true }
    const sides = { base: [1, 1], mine: [1, 3], theirs: [1, 1, 2] }
    expect(bothSides(fieldTypes, number('years', many), sides)).toEqual({ value: [1, 1, 2, 3] })
    const words = { base: ['a', 'a'], mine: ['a', 'c'], theirs: ['b', 'a', 'a'] }
    for (const node of [
      textField('tags', many),
      select('tags', ['a', 'b', 'c'], many),
      relation('tags', many),
    ])
      expect(bothSides(fieldTypes, node, words)).toEqual({ value: ['b', 'a', 'a', 'c'] })
    expect(bothSides(fieldTypes, textField('title'), { base: 'a', mine: 'b', theirs: 'c' })).toBeNull()
    expect(bothSides(fieldTypes, number('years', many), { ...sides, mine: null })).toBeNull()
  })

  it('rows in the fields of an upload and of a link that are kept twice have ids of their own in the second', () => {
    const credits = [array('credits', [textField('who')])]
    const site = textEditor({
      upload: { collections: ['media'], fields: { media: credits } },
      link: {
        fields: credits,
        autoLinks: false,
        keepsAutoLinks: false,
        defaultType: 'custom',
        defaultUrl: '',
      },
    })
    const same = { version: 3, id: 'n', fields: { credits: [{ id: 'r', who: 'Ada' }] } }
    const nodes: JsonObject[] = [
      { ...same, type: 'upload', relationTo: 'media', value: 1 },
      { ...same, type: 'link', children: [] },
    ]
    for (const node of nodes) {
      const copy = withFreshNodeIds(site, node)
      expect(fieldsOf(copy)).toMatchObject({ credits: [{ who: 'Ada' }] })
      expect(JSON.stringify(copy)).not.toMatch(/"id":"(n|r)"/)
    }
  })

  it('a link within words that are kept twice has an id of its own in the second', () => {
    const link = (words: string): JsonObject => ({
      type: 'link',
      version: 3,
      id: 'l1',
      fields: { linkType: 'custom', url: 'https://example.com' },
      children: [text(words)],
    })
    const of = (before: string): JsonObject => ({ ...paragraph(''), children: [text(before), link('here')] })
    const value = decided(rich(of('See ')), rich(of('Look ')), rich(of('Read ')), 'both')?.value ?? null
    const ids = topNodes(value).map((node) => nodeId(childrenOf(node)[1]))
    expect(ids).toEqual(['l1', expect.stringMatching(/^(?!l1$)./)])
  })
})
