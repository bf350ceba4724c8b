import { HorizontalRuleNode } from '@lexical/extension'
import { ListItemNode, ListNode } from '@lexical/list'
import { HeadingNode, QuoteNode, registerRichText } from '@lexical/rich-text'
import { TableCellNode, TableNode, TableRowNode } from '@lexical/table'
import { $getRoot, $parseSerializedNode, createEditor } from 'lexical'
import type { Klass, LexicalEditor, LexicalNode } from 'lexical'
import { onTestFinished } from 'vitest'
import type { RichTextEditor } from '../../../../../shared/cms/schema-model.ts'
import { topNodes } from '../../../../../shared/fields/richText/nodes.ts'
import { isJson } from '../../../../../shared/json.ts'
import type { Json } from '../../../../../shared/json.ts'
import type { EditorFeature } from '../../../../../renderer/richtext/feature.ts'

const PLAIN: readonly Klass<LexicalNode>[] = [
  HeadingNode,
  QuoteNode,
  ListNode,
  ListItemNode,
  TableNode,
  TableRowNode,
  TableCellNode,
  HorizontalRuleNode,
]

/** Opens an editor of rich text with some features; it is removed when the test ends. */
export function openEditor(features: readonly EditorFeature[], config: RichTextEditor): LexicalEditor {
  const element = document.createElement('div')
  element.contentEditable = 'true'
  document.body.append(element)
  const editor = createEditor({
    namespace: 'galley',
    nodes: [...PLAIN, ...features.flatMap(({ nodes = [] }) => nodes)],
    onError: (error) => {
      throw error
    },
  })
  editor.setRootElement(element)
  const ends = [
    registerRichText(editor),
    ...features.flatMap(({ register }) => register?.(editor, config) ?? []),
  ]
  onTestFinished(() => {
    for (const end of ends) end()
    editor.setRootElement(null)
    element.remove()
  })
  return editor
}

export function load(editor: LexicalEditor, nodes: readonly Json[]): void {
  editor.update(
    () => {
      $getRoot().clear()
      for (const node of nodes) $getRoot().append($parseSerializedNode(node as never))
    },
    { discrete: true },
  )
}

export function change(editor: LexicalEditor, $how: () => void, tag?: string): void {
  editor.update($how, { discrete: true, ...(tag !== undefined && { tag }) })
}

/** Returns the editor's exported nodes. */
export function nodesOf(editor: LexicalEditor): Json[] {
  const json: unknown = JSON.parse(JSON.stringify(editor.getEditorState()))
  return isJson(json) ? topNodes(json) : []
}
