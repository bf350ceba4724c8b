import { $getRoot, $isElementNode } from 'lexical'
import type { LexicalEditor, LexicalNode } from 'lexical'
import { $exportOwn } from '../../../../../renderer/richtext/binding/export-node.ts'
import { withChildren } from '../../../../../shared/fields/richText/restore.ts'
import { isPlainJson } from '../../../../../shared/json.ts'
import type { Json } from '../../../../../shared/json.ts'

/**
 * What an editor counts by itself whenever it likes, and says nothing of the text by: the format of an empty line, its
 * versions, the widths that it makes up for columns.
 */
const COUNTED: ReadonlySet<string> = new Set(['textFormat', 'textStyle', 'version', 'colWidths'])

/** All that is in an editor, as it exports it. */
export function shownIn(editor: LexicalEditor): Json[] {
  return editor.getEditorState().read(() => $getRoot().getChildren().map($shown), { editor })
}

function $shown(node: LexicalNode): Json {
  const own = withoutCounted($exportOwn(node))
  return $isElementNode(node) ? withChildren(own, node.getChildren().map($shown)) : own
}

function withoutCounted(json: Json): Json {
  if (!isPlainJson(json)) return json
  return Object.fromEntries(Object.entries(json).filter(([key]) => !COUNTED.has(key)))
}
