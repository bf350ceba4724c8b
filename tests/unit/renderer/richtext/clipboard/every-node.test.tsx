import { $selectAll, COPY_COMMAND, PASTE_COMMAND } from 'lexical'
import { expect, onTestFinished, test } from 'vitest'
import { registerClipboard } from '../../../../../renderer/richtext/features/clipboard/register-clipboard.ts'
import { editorFeatures } from '../../../../../renderer/richtext/features/registry.ts'
import { childrenOf, topNodes, typeOf } from '../../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../../shared/json.ts'
import { autolink, link, paragraph, textNode } from '../links/nodes.ts'
import { fullEditor } from '../links/site-editors.ts'
import { openEditor, rich } from '../rich-text-fixtures.ts'
import { clipboardData, clipboardEvent } from './clipboard-data.ts'

const config = fullEditor()
const cell: JsonObject = {
  type: 'tablecell',
  version: 1,
  headerState: 0,
  colSpan: 1,
  rowSpan: 1,
  children: [paragraph(textNode('cell'))],
}

/** One of each, as the server has it. Whoever adds a node adds it here. */
const EVERY: Json[] = [
  paragraph(
    textNode('a'),
    { type: 'linebreak', version: 1 },
    { type: 'tab', version: 1, text: '\t', format: 0, detail: 2, mode: 'normal', style: '' },
    link({ linkType: 'custom', url: 'https://example.com' }, textNode('b')),
    autolink('https://example.org'),
    {
      type: 'inlineBlock',
      version: 1,
      fields: { id: 'i', blockType: config.inlineBlocks[0]?.slug ?? '' },
    },
  ),
  { ...paragraph(textNode('c')), type: 'heading', tag: 'h2' },
  { ...paragraph(textNode('d')), type: 'quote' },
  { type: 'horizontalrule', version: 1 },
  {
    type: 'list',
    version: 1,
    listType: 'bullet',
    start: 1,
    tag: 'ul',
    children: [{ type: 'listitem', version: 1, value: 1, indent: 0, children: [textNode('e')] }],
  },
  { type: 'table', version: 1, children: [{ type: 'tablerow', version: 1, children: [cell, cell] }] },
  { type: 'block', version: 2, format: '', fields: { id: 'b', blockType: config.blocks[0]?.slug ?? '' } },
  {
    type: 'upload',
    version: 3,
    format: '',
    id: 'u',
    relationTo: config.upload?.collections[0] ?? '',
    value: 5,
    fields: {},
  },
  {
    type: 'relationship',
    version: 2,
    format: '',
    relationTo: config.relationship?.collections[0] ?? '',
    value: 5,
  },
]

function open(nodes: Json[]) {
  const opened = openEditor(rich(...nodes), config)
  const leftOut: unknown[] = []
  const stop = registerClipboard(opened.editor, {
    config,
    collections: [],
    server: 'a',
    words: () => '',
    onLeftOut: (one) => leftOut.push(one),
    onFiles: () => false,
  })
  onTestFinished(() => {
    stop()
    opened.close()
  })
  return { ...opened, leftOut }
}

const typesIn = (nodes: readonly Json[]): string[] =>
  nodes.flatMap((node) => [typeOf(node), ...typesIn(childrenOf(node))])

test('every node of the editor’s features is copied and pasted as what it is', () => {
  const known = editorFeatures.flatMap(({ nodes = [] }) => nodes.map((node) => node.getType()))
  const shown = new Set(typesIn(EVERY))
  expect(known.filter((type) => !shown.has(type))).toEqual([])

  const from = open(EVERY)
  const kinds: Record<string, string> = {}
  const data = clipboardData({})
  data.setData = (kind, value) => void (kinds[kind] = value)
  const { editor } = from
  editor.update(() => void $selectAll(), { discrete: true })
  editor.update(() => void editor.dispatchCommand(COPY_COMMAND, clipboardEvent('copy', data)), {
    discrete: true,
  })

  const into = open([paragraph()])
  into.editor.update(
    () => {
      $selectAll()
      into.editor.dispatchCommand(PASTE_COMMAND, clipboardEvent('paste', clipboardData(kinds)))
    },
    { discrete: true },
  )
  expect(into.leftOut).toEqual([])
  expect(typesIn(topNodes(into.last()))).toEqual(typesIn(EVERY))
})
