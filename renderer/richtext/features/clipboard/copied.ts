import { $generateJSONFromSelectedNodes } from '@lexical/clipboard'
import type { LexicalClipboardData } from '@lexical/clipboard'
import { $getSelection, $isNodeSelection } from 'lexical'
import type { BaseSelection, LexicalEditor } from 'lexical'
import { childrenOf, paragraphNode, typeOf } from '../../../../shared/fields/richText/nodes.ts'
import { toHtml, toMarkdown } from '../../../../shared/fields/richText/show.ts'
import type { NodeWords } from '../../../../shared/fields/richText/node-types/node-type.ts'
import { isJson, isPlainJson, own } from '../../../../shared/json.ts'
import type { Json } from '../../../../shared/json.ts'
import { runsOfLines } from '../../../../shared/fields/richText/node-lines.ts'
import { UNKNOWN_IN_EDITOR } from '../../../../shared/fields/richText/node-types/unknown.ts'
import { EDITOR_TYPE } from './read-clipboard.ts'

export type CopyOptions = {
  /** Id of the server that the document is on. */
  server: string | null
  words: NodeWords
}

/**
 * Returns the selection as editor nodes, HTML and plain text; null if nothing is selected. Inside of a read.
 */
export function $copied(editor: LexicalEditor, { server, words }: CopyOptions): LexicalClipboardData | null {
  const selection = $getSelection()
  if (!isSomething(selection)) return null
  const nodes = $selectedNodes(editor, selection)
  return {
    [EDITOR_TYPE]: JSON.stringify({ namespace: editor._config.namespace, server, nodes }),
    'text/html': toHtml(asText(nodes), words),
    'text/plain': selection.getTextContent(),
  }
}

function isSomething(selection: BaseSelection | null): selection is BaseSelection {
  return selection !== null && (!selection.isCollapsed() || $isNodeSelection(selection))
}

/** Returns the selection, else the whole text, as Markdown or HTML. Inside of a read. */
export function $copiedAs(editor: LexicalEditor, form: 'markdown' | 'html', words: NodeWords): string {
  const selection = $getSelection()
  const text = asText($selectedNodes(editor, isSomething(selection) ? selection : null))
  return form === 'html' ? toHtml(text, words) : toMarkdown(text, words)
}

/** `selection` null: the whole text. */
function $selectedNodes(editor: LexicalEditor, selection: BaseSelection | null): Json[] {
  // Serialized as a document is stored, without undefined keys.
  const all: unknown = JSON.parse(JSON.stringify($generateJSONFromSelectedNodes(editor, selection).nodes))
  return isJson(all) && Array.isArray(all) ? all : []
}

/** Returns a rich text value of these nodes; inline nodes are wrapped in paragraphs. */
function asText(nodes: readonly Json[]): Json {
  const children = runsOfLines(nodes.map(asStored)).map((run) =>
    'line' in run ? paragraphNode(run.line) : run.node,
  )
  return { root: { type: 'root', children } }
}

/** Replaces the editor's wrappers of unknown nodes by the nodes as stored, at any depth. */
export function asStored(node: Json): Json {
  if (!isPlainJson(node)) return node
  if (typeOf(node) === UNKNOWN_IN_EDITOR) return own(node, 'node') ?? null
  const children = childrenOf(node)
  return children.length === 0 ? node : { ...node, children: children.map(asStored) }
}
