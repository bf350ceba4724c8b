import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Field, RichTextEditor } from '../../../../shared/cms/schema-model.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { blockOfNode, opensWhenNew, withBlockFields } from '../../../../shared/fields/richText/block-nodes.ts'
import { diffRichText } from '../../../../shared/fields/richText/diff-nodes.ts'
import {
  BLOCK_ERRORS,
  firstNodeError,
  nodeErrors,
} from '../../../../shared/fields/richText/validate-nodes.ts'
import { validateField, validateView } from '../../../../shared/document/validation/validate-document.ts'
import { topNodes, wordsOf } from '../../../../shared/fields/richText/nodes.ts'
import { withCommand } from '../../../../shared/fields/richText/last-commands.ts'
import { parseEditor } from '../../../../shared/fields/richText/parse-editor.ts'
import { wordCount } from '../../../../shared/fields/richText/rich-text-lines.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { block as blockType, richText, text as textField } from '../build-fields.ts'
import { block, heading, link, paragraph, rich, upload } from './build-nodes.ts'
import { nodes } from './random-text.ts'

const editor: RichTextEditor = {
  ...parseEditor({}, 'editor:E', () => []),
  blocks: [blockType('notice', [textField('text')])],
  inlineBlocks: [blockType('fare', [textField('amount'), textField('id'), textField('blockName')])],
}
const inline = (slug: string) => ({ type: 'inlineBlock', version: 1, fields: { id: 'i', blockType: slug } })

describe('blocks in a text', () => {
  it('S4.30 (part) S8.09 (part) are found by their type, inline ones among the inline ones; an unknown one is none', () => {
    expect(blockOfNode(editor, block('b'))?.slug).toBe('notice')
    expect(blockOfNode(editor, inline('fare'))?.slug).toBe('fare')
    expect(blockOfNode(editor, inline('notice'))).toBeNull()
    expect(blockOfNode(editor, { type: 'block' })).toBeNull()
  })

  it('S4.29 (part) more than two fields open the drawer of a new one, its id and its name among them', () => {
    const [fare] = editor.inlineBlocks
    const opens = (count: number) =>
      fare !== undefined && opensWhenNew({ ...fare, fields: fare.fields.slice(0, count) })
    expect([1, 2, 3].map(opens)).toEqual([false, false, true])
  })

  it('S4.31 (part) saving replaces the fields; the type and the id stay, and so does what is unknown of the node', () => {
    const node = {
      ...inline('fare'),
      'x-kept': 1,
      fields: { id: 'i', blockType: 'fare', amount: 3, old: true },
    }
    expect(withBlockFields(node, { amount: 4, blockType: 'other' })).toEqual({
      ...node,
      fields: { id: 'i', blockType: 'fare', amount: 4 },
    })
  })
})

describe('what is wrong in the blocks of a text', () => {
  const strict: RichTextEditor = {
    ...editor,
    blocks: [
      blockType('notice', [
        textField('text', { required: true }),
        textField('maybe', { required: true, hasCondition: true }),
        textField('own', { required: true, readOnly: true }),
      ]),
    ],
    inlineBlocks: [blockType('fare', [textField('amount', { required: true })])],
    upload: { collections: ['media'], fields: { media: [textField('caption', { required: true })] } },
  }
  const field = richText('body', { editor: strict })
  const bad = rich(
    paragraph([inline('fare')]),
    block('b'),
    block('ok', { text: 'x' }),
    block('c', { blockType: 'gone' }),
    upload('u'),
  )

  it('is found in the order of the text; what may be hidden is left to the server, what is not known is no error', () => {
    const errorsIn = (fields: Field[], view: JsonObject) => validateView(fieldTypes, fields, view)
    expect(nodeErrors(errorsIn, strict, bad).map(({ nodeId, path }) => [nodeId, path])).toEqual([
      ['i', 'amount'],
      ['b', 'text'],
      ['u', 'caption'],
    ])
    expect(firstNodeError(errorsIn, strict, bad)).toMatchObject({ nodeId: 'i', path: 'amount' })
  })

  it('lies in fields that the type of the field names, with what of them stands on the screen', () => {
    const inside = fieldTypes.richText.inside(field, bad)
    expect(inside.map(({ id, shows, block: own }) => [id, shows, own?.slug])).toEqual([
      ['i', 'values', 'fare'],
      ['b', 'fields', 'notice'],
      ['ok', 'fields', 'notice'],
      ['u', 'values', undefined],
    ])
    expect(inside.map(({ fields }) => fields.length)).toEqual([1, 3, 3, 1])
    expect(fieldTypes.richText.inside(richText('body', { editor: null }), bad)).toEqual([])
    expect(fieldTypes.text.inside(textField('a'), 'x')).toEqual([])
  })

  it('is one error of the field that holds the text', () => {
    expect(validateField(fieldTypes, field, bad)).toEqual({ key: BLOCK_ERRORS, vars: { count: 3 } })
    expect(validateField(fieldTypes, field, rich(block('b', { text: 'x' })))).toBeNull()
    expect(validateField(fieldTypes, richText('body', { editor: null }), bad)).toBeNull()
    expect(validateField(fieldTypes, { ...field, required: true }, null)).toEqual({
      key: 'validation:required',
    })
  })
})

describe('documents that a text points at', () => {
  it('S3.07 (part) by uploads, relationships and links, each once', () => {
    const doc = { relationTo: 'posts', value: 3 }
    const value = rich(
      upload('a'),
      upload('b'),
      paragraph([link('x', { linkType: 'internal', doc })]),
      { type: 'relationship', relationTo: 'places', value: 'p' },
      block('c', { place: { relationTo: 'places', value: { id: 'q' } } }),
    )
    expect(fieldTypes.richText.refs(richText('body'), value)).toEqual([
      { slug: 'media', id: '7' },
      { slug: 'posts', id: '3' },
      { slug: 'places', id: 'p' },
      { slug: 'places', id: 'q' },
    ])
  })
})

describe('two texts beside each other', () => {
  const [a, b, c] = [paragraph('The first one.'), paragraph('Another, second.'), paragraph('And a third.')]
  it('say what was added, changed, removed and moved', () => {
    const after = rich(heading('New'), c, paragraph('The first one, longer.'))
    const said = diffRichText(rich(a, b, c), after).map((one) => [
      one.kind,
      'isMoved' in one && one.isMoved,
      wordsOf('after' in one ? one.after : one.before),
    ])
    expect(said).toHaveLength(4)
    expect(said).toContainEqual(['added', false, 'New'])
    expect(said).toContainEqual(['removed', false, 'Another, second.'])
    const moved = said.filter(([, isMoved]) => isMoved)
    expect(moved).toHaveLength(1)
    expect(said.map(([kind]) => String(kind)).toSorted()).toEqual(['added', 'changed', 'removed', 'same'])
  })

  it('have every node of either side once, those of the second in their order', () => {
    fc.assert(
      fc.property(nodes, nodes, (one, other) => {
        const rows = diffRichText(rich(...one), rich(...other))
        expect(rows.flatMap((row) => ('after' in row ? [row.after] : []))).toEqual(topNodes(rich(...other)))
        const before = rows.flatMap((row) => ('before' in row ? [row.before] : []))
        const sorted = (all: readonly unknown[]) => all.map((item) => JSON.stringify(item)).toSorted()
        expect(sorted(before)).toEqual(sorted(one))
      }),
    )
  })

  it('are all the same where nothing changed', () => {
    fc.assert(
      fc.property(nodes, (all) => {
        expect(
          diffRichText(rich(...all), rich(...structuredClone(all))).every(({ kind }) => kind === 'same'),
        ).toBe(true)
      }),
    )
  })
})

describe('the debug view of an editor', () => {
  it('S9.13 keeps the last 10 commands: the 11th drops the first', () => {
    let commands: number[] = []
    for (let next = 1; next <= 10; next += 1) commands = withCommand(commands, next)
    expect(commands).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(withCommand(commands, 11)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })
})

describe('the words of a text', () => {
  it.each([
    ['en', 'It’s half past six – really.', 5],
    ['ar', 'كيرونا مدينة في شمال السويد', 5],
    ['zh', '北方的火车', 3],
  ])('are counted as %s counts them', (language, words, count) => {
    expect(wordCount(rich(paragraph(words)), language)).toBe(count)
  })
})
