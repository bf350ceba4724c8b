import { describe, expect, it, vi } from 'vitest'
import type { RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import { mergeRichText } from '../../../../shared/fields/richText/merge-rich-text.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { topNodes } from '../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import {
  array,
  block as blockOf,
  group,
  richText,
  select,
  text as textField,
  textEditor,
  upload as uploadField,
} from '../build-fields.ts'
import { block, element, link, list, listItem, paragraph, rich, text, upload } from './build-nodes.ts'

const inner = textEditor({ schemaPath: 'editor:inner' })
const notice = blockOf('notice', [
  textField('heading', { localized: true }),
  textField('author'),
  group('look', [textField('tone'), textField('icon')]),
  select('tags', ['sea', 'land', 'air'], { hasMany: true, localized: true }),
  array('steps', [textField('name'), textField('note')]),
  richText('body', { editor: inner, localized: true }),
])
const fare = blockOf('fare', [textField('amount'), textField('currency')])
const editor = textEditor({
  blocks: [notice],
  inlineBlocks: [fare],
  upload: { collections: ['media'], fields: { media: [textField('caption'), uploadField('poster')] } },
  link: {
    fields: [textField('linkType'), textField('url'), textField('rel')],
    autoLinks: true,
    keepsAutoLinks: true,
    defaultType: 'custom',
    defaultUrl: '',
  },
})
const schema = { editor, types: fieldTypes }

function merge(base: Json, mine: Json, theirs: Json, side: 'mine' | 'theirs' = 'mine') {
  const merged = mergeRichText(base, mine, theirs, () => side, schema)
  if (merged === null) throw new Error('no rich text')
  return merged
}
/** Merges both ways with the same result and without a conflict, and returns the text. */
function agreed(base: Json, mine: Json, theirs: Json): Json {
  const [one, other] = [merge(base, mine, theirs), merge(base, theirs, mine)]
  expect([...one.conflicts, ...other.conflicts]).toEqual([])
  expect(other.value).toEqual(one.value)
  return one.value
}
const fareNode = (fields: JsonObject): JsonObject => ({
  type: 'inlineBlock',
  version: 1,
  fields: { id: 'f', blockType: 'fare', ...fields },
})

const held = {
  heading: 'Boats',
  author: 'Ada',
  look: { tone: 'calm', icon: 'boat' },
  tags: ['sea'],
  steps: [
    { id: 's1', name: 'Board', note: '' },
    { id: 's2', name: 'Sleep', note: '' },
  ],
}
const noticeWith = (more: JsonObject) => rich(paragraph('Before.'), block('n', { ...held, ...more }))
const start = noticeWith({})

describe('F64 merging a block in a text by its fields', () => {
  it('edits of different fields go together, both ways round: values, groups, values of many, rows', () => {
    const mine = noticeWith({
      heading: 'Ships',
      look: { tone: 'loud', icon: 'boat' },
      tags: ['sea', 'land'],
      steps: [
        { id: 's1', name: 'Go on board', note: '' },
        { id: 's2', name: 'Sleep', note: '' },
        { id: 's3', name: 'Wake', note: '' },
      ],
    })
    const theirs = noticeWith({
      author: 'Bo',
      look: { tone: 'calm', icon: 'ship' },
      tags: ['sea', 'air'],
      steps: [
        { id: 's2', name: 'Sleep', note: '' },
        { id: 's1', name: 'Board', note: 'early' },
      ],
    })
    const [, merged] = topNodes(merge(start, mine, theirs).value)
    expect(merge(start, mine, theirs).conflicts).toEqual([])
    expect(merged).toEqual(
      block('n', {
        heading: 'Ships',
        author: 'Bo',
        look: { tone: 'loud', icon: 'ship' },
        tags: ['sea', 'land', 'air'],
        steps: [
          { id: 's2', name: 'Sleep', note: '' },
          { id: 's3', name: 'Wake', note: '' },
          { id: 's1', name: 'Go on board', note: 'early' },
        ],
      }),
    )
    expect(merge(start, theirs, mine).conflicts).toEqual([])
  })

  it('a field that both changed asks once for the block, and each side has all else that both did', () => {
    const mine = noticeWith({ heading: 'Ships', author: 'Cy', look: { tone: 'loud', icon: 'boat' } })
    const theirs = noticeWith({ heading: 'Rafts', tags: ['sea', 'air'] })
    const together = { author: 'Cy', look: { tone: 'loud', icon: 'boat' }, tags: ['sea', 'air'] }
    const { conflicts, value } = merge(start, mine, theirs)
    expect(conflicts).toEqual([
      {
        kind: 'node',
        base: block('n', held),
        mine: block('n', { ...held, ...together, heading: 'Ships' }),
        theirs: block('n', { ...held, ...together, heading: 'Rafts' }),
        canKeepBoth: true,
      },
    ])
    expect(topNodes(value)[1]).toEqual(conflicts[0]?.mine)
    expect(topNodes(merge(start, mine, theirs, 'theirs').value)[1]).toEqual(conflicts[0]?.theirs)
  })

  it('a row that one removed and the other edited is asked about, and stands or goes as was chosen', () => {
    const mine = noticeWith({ steps: [{ id: 's1', name: 'Board', note: '' }] })
    const theirs = noticeWith({
      author: 'Bo',
      steps: [held.steps[0] ?? {}, { id: 's2', name: 'Sleep well', note: '' }],
    })
    for (const [first, second] of [
      [mine, theirs],
      [theirs, mine],
    ] as const) {
      expect(merge(start, first, second).conflicts).toHaveLength(1)
      const sides = ['mine', 'theirs'] as const
      const names = sides.map((side) => JSON.stringify(merge(start, first, second, side).value))
      expect(names.filter((one) => one.includes('Sleep well'))).toHaveLength(1)
      expect(names.filter((one) => one.includes('"Bo"'))).toHaveLength(2)
    }
  })

  it('rows without ids cannot be merged: two edits in them ask, and none is lost', () => {
    const rows = (...names: string[]) => noticeWith({ steps: names.map((name) => ({ name })) })
    const { conflicts } = merge(rows('a', 'b'), rows('a', 'mine'), rows('theirs', 'b'))
    expect(JSON.stringify(conflicts)).toContain('"mine"')
    expect(JSON.stringify(conflicts)).toContain('"theirs"')
  })

  it('a text in a block is merged by its own nodes, and of a passage that both changed only that is either side', () => {
    const body = (one: string, two: string) =>
      noticeWith({ body: rich(paragraph(one), list('bullet', [listItem([text(two)])])) })
    const [first, second] = ['The harbour is small.', 'Bring a coat']
    expect(
      agreed(body(first, second), body(`${first} Very.`, second), body(first, `${second} or two`)),
    ).toEqual(body(`${first} Very.`, `${second} or two`))
    const { value, conflicts } = merge(
      body(first, second),
      body(`${first} Very.`, `${second}!`),
      body(`${first} Rather.`, second),
      'theirs',
    )
    expect(conflicts).toHaveLength(1)
    expect(value).toEqual(body(`${first} Rather.`, `${second}!`))
  })

  it('uploads are merged by their fields and what they show, blocks without a schema are one', () => {
    const now = agreed(
      rich(upload('u', { caption: 'Old', poster: 1 })),
      rich(upload('u', { caption: 'Mine', poster: 1 })),
      rich(upload('u', { caption: 'Old', poster: 2 }, 9)),
    )
    expect(now).toEqual(rich(upload('u', { caption: 'Mine', poster: 2 }, 9)))
    const odd = (fields: JsonObject) => rich(block('o', { blockType: 'gone', ...fields }))
    expect(merge(odd({ a: 1, b: 1 }), odd({ a: 2, b: 1 }), odd({ a: 1, b: 2 })).conflicts).toHaveLength(1)
  })

  it('fields of links and inline blocks among words are merged, whoever edits the words', () => {
    const line = (words: string, url: string, amount: string, currency: string) =>
      paragraph([
        text('The fare is '),
        fareNode({ amount, currency }),
        text(words),
        link('book', { linkType: 'custom', url, rel: '' }, 'l'),
      ])
    const was = line(' one way, ', '/old', '10', 'EUR')
    const mine = line(' each way, ', '/old', '12', 'EUR')
    const theirs = line(' one way, ', '/new', '10', 'SEK')
    expect(agreed(rich(was), rich(mine), rich(theirs))).toEqual(
      rich(line(' each way, ', '/new', '12', 'SEK')),
    )
    // In an item of a list, too; of words that both changed each side has the fields of both.
    const inList = (node: JsonObject) =>
      rich(list('bullet', [element('listitem', node['children'] as Json[], { value: 1 })]))
    const [conflict, ...others] = merge(
      inList(was),
      inList(mine),
      inList(line(' both ways, ', '/new', '10', 'SEK')),
    ).conflicts
    expect(others).toEqual([])
    for (const side of [conflict?.mine, conflict?.theirs])
      for (const part of ['"/new"', '"12"', '"SEK"']) expect(JSON.stringify(side)).toContain(part)
  })

  it('a link that one removed and the other led elsewhere is asked about', () => {
    const linked = (url: string) => rich(paragraph([text('See '), link('here', { url }, 'l')]))
    const { conflicts } = merge(linked('/a'), rich(paragraph([text('See here')])), linked('/b'))
    expect(conflicts).toHaveLength(1)
  })

  it('without the schema a block is one, as it was', () => {
    const merged = mergeRichText(start, noticeWith({ author: 'Cy' }), noticeWith({ heading: 'Rafts' }))
    expect(merged?.conflicts).toHaveLength(1)
  })

  it('F72 twice as many texts within each other are twice as many merges, where the innermost words are in conflict', () => {
    const within = (depth: number): RichTextEditor =>
      textEditor({
        blocks: depth === 0 ? [] : [blockOf('box', [richText('body', { editor: within(depth - 1) })])],
      })
    const saying = (depth: number, words: string): JsonObject =>
      rich(depth === 0 ? paragraph(words) : block('b', { blockType: 'box', body: saying(depth - 1, words) }))
    const mergesAt = (depth: number): number => {
      const types = { ...fieldTypes, richText: { ...fieldTypes.richText } }
      const counted = (['merge', 'mergeParts', 'mergeSides'] as const).map((name) =>
        vi.spyOn(types.richText, name),
      )
      const [base, mine, theirs] = ['It leaves at six.', 'It leaves at seven.', 'It leaves at five.'].map(
        (words) => saying(depth, words),
      )
      if (!base || !mine || !theirs) throw new Error('no rich text')
      for (const [side, value] of [
        ['mine', mine],
        ['theirs', theirs],
      ] as const) {
        const merged = mergeRichText(base, mine, theirs, () => side, { editor: within(depth), types })
        expect(merged?.conflicts).toHaveLength(1)
        expect(merged?.value).toEqual(value)
      }
      return counted.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    }
    expect(mergesAt(6) / mergesAt(3)).toBeLessThanOrEqual(2)
  })

  it('DM7 undo of an edit of one field leaves what others did in the block', () => {
    const field = richText('body', { editor })
    const now = noticeWith({ author: 'Cy', heading: 'Rafts' })
    const undone = fieldTypes.richText.takeBack(field, start, noticeWith({ author: 'Cy' }), now, fieldTypes)
    expect(undone).toEqual({ value: noticeWith({ heading: 'Rafts' }), whole: true })
  })
})
