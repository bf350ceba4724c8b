import {
  $createNodeSelection,
  $getRoot,
  $setSelection,
  COPY_COMMAND,
  CUT_COMMAND,
  PASTE_COMMAND,
} from 'lexical'
import { $computeTableMapSkipCellCheck } from '@lexical/table'
import type { TableNode } from '@lexical/table'
import { afterEach, describe, expect, it } from 'vitest'
import { nodeId, topNodes } from '../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { block, paragraph, text, upload } from '../../shared/rich-text/build-nodes.ts'
import { clipboardData, clipboardEvent } from './clipboard/clipboard-data.ts'
import { fullEditor } from './links/site-editors.ts'
import { rich } from './rich-text-fixtures.ts'

const { openEditor } = await import('./rich-text-fixtures.ts')
const { isDataNode, withFields } = await import('../../../../renderer/richtext/data-nodes/data-node.ts')
const { registerClipboard } =
  await import('../../../../renderer/richtext/features/clipboard/register-clipboard.ts')
const { withFreshNodeIds } = await import('../../../../shared/fields/richText/fresh-ids.ts')

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

/** Nodes as on the server, each with an unknown property. */
const NODES: [string, JsonObject][] = [
  ['block', { ...block('b', { text: 'x', 'x-old': null }), 'x-note': 1 }],
  ['upload', { ...upload('u', { caption: 'c' }), 'x-note': 1, pending: null }],
  ['relationship', relationship],
]

/** Nodes that nobody would write, but a server accepts. */
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

  it('a cell over millions of columns costs no more than it shows, and is stored as it was', () => {
    const cell = {
      type: 'tablecell',
      version: 1,
      headerState: 0,
      colSpan: 1e8,
      rowSpan: 1e8,
      backgroundColor: null,
      children: [paragraph('a')],
    }
    const table = {
      type: 'table',
      version: 1,
      children: [{ type: 'tablerow', version: 1, children: [cell] }],
    }
    const { editor, last } = open(table, paragraph('b'))
    const spans = editor.read(() => {
      const [map] = $computeTableMapSkipCellCheck($getRoot().getFirstChildOrThrow<TableNode>(), null, null)
      return map.map((row) => row.length)
    })
    expect(spans).toEqual([1_000])
    editor.update(() => $getRoot().getFirstDescendant()?.selectEnd().insertText('c'), { discrete: true })
    expect(last()).toMatchObject({
      root: { children: [{ children: [{ children: [{ colSpan: 1e8, rowSpan: 1e8 }] }] }, {}] },
    })
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
    const config = fullEditor()
    const rows = [{ id: 'cccccccccccccccccccccccc', text: 'row' }]
    const node = block('aaaaaaaaaaaaaaaaaaaaaaaa', { blockType: 'notice', odd: rows })
    const opened = openEditor(rich(node, paragraph('a')), config)
    closers.push(
      opened.close,
      registerClipboard(opened.editor, {
        config,
        collections: [],
        server: 'a',
        words: () => '',
        onLeftOut: () => undefined,
        onFiles: () => false,
      }),
    )
    const { editor, last } = opened
    const kinds: Record<string, string> = {}
    const dispatch = (kind: 'cut' | 'copy' | 'paste') => {
      const data = clipboardData(kinds)
      if (kind !== 'paste') data.setData = (type, value) => void (kinds[type] = value)
      const command = { cut: CUT_COMMAND, copy: COPY_COMMAND, paste: PASTE_COMMAND }[kind]
      editor.update(() => void editor.dispatchCommand(command, clipboardEvent(kind, data)), {
        discrete: true,
      })
    }
    const ids = () => topNodes(last()).map((one) => nodeId(one))
    const select = (index: number) =>
      editor.update(
        () => {
          const selection = $createNodeSelection()
          selection.add($getRoot().getChildAtIndex(index)?.getKey() ?? '')
          $setSelection(selection)
        },
        { discrete: true },
      )

    select(0)
    dispatch('cut')
    expect(ids()).toEqual([null])
    editor.update(() => void $getRoot().selectEnd(), { discrete: true })
    dispatch('paste')
    const back = topNodes(last()).find((one) => nodeId(one) !== null)
    expect(back).toMatchObject({ fields: { id: 'aaaaaaaaaaaaaaaaaaaaaaaa', odd: rows } })

    select(ids().indexOf('aaaaaaaaaaaaaaaaaaaaaaaa'))
    dispatch('copy')
    editor.update(() => void $getRoot().selectEnd(), { discrete: true })
    dispatch('paste')
    const all = ids().filter((id) => id !== null)
    expect(all).toHaveLength(2)
    expect(new Set(all).size).toBe(2)
    expect(all).toContain('aaaaaaaaaaaaaaaaaaaaaaaa')
  })

  it('a copy has ids of its own all the way down', () => {
    const inner = rich(upload('u'), paragraph([inline({ id: 'i', blockType: 'fare' })]))
    const copy = JSON.stringify(withFreshNodeIds(null, block('b', { more: inner })))
    for (const id of ['"b"', '"u"', '"i"']) expect(copy).not.toContain(id)
    expect(copy.match(/"id":"[0-9a-f]{24}"/g)).toHaveLength(3)
  })
})
