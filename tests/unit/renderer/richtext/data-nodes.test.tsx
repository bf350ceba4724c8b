import { $getRoot, $parseSerializedNode, PASTE_TAG } from 'lexical'
import { afterEach, describe, expect, it } from 'vitest'
import { nodeId, topNodes } from '../../../../shared/fields/richText/nodes.ts'
import { isPlainJson, type Json, type JsonObject } from '../../../../shared/json.ts'
import { block, paragraph, text, upload } from '../../shared/rich-text/build-nodes.ts'
import { rich } from './rich-text-fixtures.ts'

const { openEditor } = await import('./rich-text-fixtures.ts')
const { isDataNode, withFields } = await import('../../../../renderer/richtext/data-nodes/data-node.ts')
const { withFreshNodeIds } = await import('../../../../renderer/richtext/data-nodes/fresh-ids.ts')

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

function open(...nodes: Json[]) {
  const opened = openEditor(rich(...nodes))
  closers.push(opened.close)
  return opened
}

const inline = (fields: JsonObject): JsonObject => ({ type: 'inlineBlock', version: 1, fields, 'x-note': 1 })
const relationship: JsonObject = {
  type: 'relationship',
  version: 2,
  format: '',
  relationTo: 'posts',
  value: 'p',
  'x-note': { deep: [1] },
}

/** Each as the server has it, with something that nobody knows. */
const NODES: [string, JsonObject][] = [
  ['block', { ...block('b', { text: 'x', 'x-old': null }), 'x-note': 1 }],
  ['upload', { ...upload('u', { caption: 'c' }), 'x-note': 1, pending: null }],
  ['relationship', relationship],
]

/** What nobody would write, and a server takes. */
const ODD: JsonObject[] = [
  { type: 'block' },
  { type: 'block', version: 'two', format: 7, fields: 'none' },
  { type: 'upload', fields: null, value: null },
  { type: 'upload', format: 'diagonal', relationTo: 3, value: { id: {} } },
  { type: 'relationship' },
]

describe('nodes of data', () => {
  it.each(NODES)('a %s goes out as it came in, also where something beside it is edited', (_kind, node) => {
    const { editor, last } = open(node, paragraph('a'))
    expect(last()).toEqual(rich(node, paragraph('a')))
    editor.update(() => $getRoot().getLastDescendant()?.selectEnd().insertText('b'), {
      discrete: true,
    })
    expect(last()).toMatchObject({ root: { children: [node, { children: [{ text: 'ab' }] }] } })
  })

  it('an inline block stays what it is while words beside it are typed', () => {
    const chip = inline({ id: 'i', blockType: 'fare', amount: 3, 'x-old': [1] })
    const { editor, last } = open(paragraph([text('a'), chip]))
    editor.update(() => $getRoot().getFirstDescendant()?.selectEnd().insertText('b'), {
      discrete: true,
    })
    expect(last()).toMatchObject({ root: { children: [{ children: [{ text: 'ab' }, chip] }] } })
  })

  it.each(ODD)('odd values are kept: %j', (node) => {
    const { editor, errors, last } = open(node, paragraph('a'))
    editor.update(() => $getRoot().getLastDescendant()?.selectEnd().insertText('b'), {
      discrete: true,
    })
    expect(errors).toEqual([])
    expect(last()).toMatchObject({ root: { children: [node, {}] } })
  })

  it('an edit of a field changes that field and nothing else of the node', () => {
    const fields = { text: 'x', deep: { a: 1 }, 'x-old': 1 }
    const node = { ...block('b', fields), 'x-note': 1 }
    const { editor, last } = open(node)
    editor.update(
      () => {
        const found = $getRoot().getFirstChild()
        if (isDataNode(found)) found.setData(withFields(found.getData(), { text: 'y' }), { ownForm: true })
      },
      { discrete: true },
    )
    expect(last()).toEqual(rich({ ...block('b', { ...fields, text: 'y' }), 'x-note': 1 }))
  })

  it('a block that is pasted beside itself becomes another one; one that was cut comes back as it was', () => {
    const node = block('aaaaaaaaaaaaaaaaaaaaaaaa', { text: 'x' })
    const ids = (all: JsonObject[]) => all.map((one) => nodeId(one))
    const pasted = open(node)
    pasted.editor.update(
      () => {
        const found = $getRoot().getFirstChild()
        if (isDataNode(found)) found.insertAfter(found.copyWith(node))
      },
      { discrete: true, tag: PASTE_TAG },
    )
    const [first, second] = ids(topNodes(pasted.last()).filter(isPlainJson))
    expect(first).toBe('aaaaaaaaaaaaaaaaaaaaaaaa')
    expect(second).toMatch(/^[0-9a-f]{24}$/)
    expect(second).not.toBe(first)

    const cut = open(node, paragraph('a'))
    cut.editor.update(() => $getRoot().getFirstChild()?.remove(), { discrete: true })
    cut.editor.update(
      () => {
        const found = $parseSerializedNode({ ...node, type: 'block', version: 2 })
        $getRoot().append(found)
      },
      { discrete: true, tag: PASTE_TAG },
    )
    expect(ids(topNodes(cut.last()).filter(isPlainJson))).toEqual([null, 'aaaaaaaaaaaaaaaaaaaaaaaa'])
  })

  it('a copy has ids of its own all the way down', () => {
    const inner = rich(upload('u'), paragraph([inline({ id: 'i', blockType: 'fare' })]))
    const copy = JSON.stringify(withFreshNodeIds(null, block('b', { more: inner })))
    for (const id of ['"b"', '"u"', '"i"']) expect(copy).not.toContain(id)
    expect(copy.match(/"id":"[0-9a-f]{24}"/g)).toHaveLength(3)
  })
})
