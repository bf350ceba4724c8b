import fc from 'fast-check'
import { ListItemNode, ListNode } from '@lexical/list'
import { HeadingNode, QuoteNode } from '@lexical/rich-text'
import { TableCellNode, TableNode, TableRowNode } from '@lexical/table'
import { $getRoot, $isElementNode, $isTextNode, createEditor } from 'lexical'
import type { LexicalEditor, LexicalNode } from 'lexical'
import { expect, it } from 'vitest'
import { childrenOf, topNodes } from '../../../../shared/fields/richText/nodes.ts'
import { valueOfEditor } from '../../../../shared/fields/richText/restore.ts'
import type { EditorNode } from '../../../../shared/fields/richText/restore.ts'
import { isJsonObject } from '../../../../shared/json.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { cell, element, heading, list, listItem, paragraph, rich, table, text } from './build-nodes.ts'
import { receivedFor } from './received-for.ts'

const NODES = [HeadingNode, QuoteNode, ListNode, ListItemNode, TableNode, TableRowNode, TableCellNode]

function openText(value: JsonObject): LexicalEditor {
  const editor = createEditor({
    nodes: NODES,
    onError: (error) => {
      throw error
    },
  })
  editor.setRootElement(document.createElement('div'))
  editor.setEditorState(editor.parseEditorState(JSON.stringify(value)))
  return editor
}

/** What Lexical exports of a node, with what is in it. */
function exportOf(node: LexicalNode): JsonObject {
  // Only data goes out of the editor.
  const json: unknown = JSON.parse(JSON.stringify(node.exportJSON()))
  if (!isJsonObject(json)) throw new Error('no JSON')
  return $isElementNode(node) ? { ...json, children: node.getChildren().map(exportOf) } : json
}

const topOf = (editor: LexicalEditor): JsonObject[] =>
  editor.getEditorState().read(() => $getRoot().getChildren().map(exportOf))

const extra = fc.constantFrom<JsonObject>(
  {},
  { 'x-note': 'kept' },
  { version: 12, deep: { of: [1, { a: true }] } },
)
const words = fc.constantFrom('pine', 'birch', 'rowan', 'alder and yew')
/** Neighbouring runs look different: an editor would make one of them. */
const line = fc
  .array(fc.tuple(words, extra), { minLength: 1, maxLength: 4 })
  .map((runs) => runs.map(([one, more], at) => text(one, { format: at % 2, ...more })))
const item = fc.tuple(line, extra).map(([children, more]) => listItem(children, 4, more))
const node: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.tuple(line, extra).map(([children, more]) => paragraph(children, more)),
  fc.tuple(line, extra).map(([children, more]) => element('quote', children, more)),
  words.map((one) => ({ ...heading(one, 'h3'), anchor: one })),
  fc
    .tuple(fc.constantFrom('bullet', 'number', 'check'), fc.array(item, { minLength: 1, maxLength: 3 }))
    .map(([type, items]) => ({ ...list(type, items, 4), 'x-list': true })),
  words.map((one) => table([[cell(one, { 'x-cell': 1 }), cell('b', { width: 90 })]], { 'x-table': 'kept' })),
)

/** The first text in a node, longer. */
function longer(value: Json, state = { done: false }): Json {
  if (Array.isArray(value)) return value.map((one) => longer(one, state))
  if (typeof value !== 'object' || value === null || state.done) return value
  if (value['type'] === 'text' && typeof value['text'] === 'string') {
    state.done = true
    return { ...value, text: `${value['text']}, longer` }
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, longer(one, state)]))
}

function editFirstText(editor: LexicalEditor, at: number): void {
  editor.update(
    () => {
      let found: LexicalNode | null = $getRoot().getChildAtIndex(at)
      while ($isElementNode(found)) found = found.getFirstChild()
      if ($isTextNode(found)) found.setTextContent(`${found.getTextContent()}, longer`)
    },
    { discrete: true },
  )
}

it('what Lexical exports after an edit is stored as it was received, with the edit and nothing else', () => {
  fc.assert(
    fc.property(fc.array(node, { minLength: 1, maxLength: 5 }), fc.nat(4), (all, pick) => {
      const received = rich(...all)
      const editor = openText(received)
      const loaded = topOf(editor)
      const groups = receivedFor(all, loaded)
      const now = (exported: readonly Json[]): Json =>
        valueOfEditor(
          received,
          loaded.map((one, index): EditorNode => ({
            kind: 'edited',
            received: groups[index] ?? [],
            loaded: one,
            exported: exported[index] ?? null,
          })),
        )
      // Loading alone changes nothing, whatever Lexical makes of the text.
      expect(now(topOf(editor))).toBe(received)
      const at = pick % loaded.length
      editFirstText(editor, at)
      const expected = groups.flatMap((group, index) => (index === at ? [longerNode(joined(group))] : group))
      const stored = now(topOf(editor))
      expect(JSON.stringify(stored)).toBe(JSON.stringify(rich(...expected)))
      const others = topNodes(stored).filter((one) => all.some((before) => before === one))
      expect(others).toHaveLength(expected.length - 1)
    }),
    { numRuns: 200 },
  )
})

/** Neighbouring lists of one type are one list in Lexical (S4.25). */
function joined(group: readonly Json[]): Json {
  const [first = null] = group
  if (group.length < 2 || !isJsonObject(first)) return first
  return { ...first, children: group.flatMap(childrenOf) }
}

function longerNode(value: Json): JsonObject {
  const next = longer(value)
  if (!isJsonObject(next)) throw new Error('no node')
  return next
}
