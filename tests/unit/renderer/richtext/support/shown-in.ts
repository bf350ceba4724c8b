import { $getRoot, $isElementNode } from 'lexical'
import type { LexicalEditor, LexicalNode } from 'lexical'
import { $exportOwn } from '../../../../../renderer/richtext/binding/export-node.ts'
import { withChildren } from '../../../../../shared/fields/richText/restore.ts'
import { isPlainJson } from '../../../../../shared/json.ts'
import type { Json } from '../../../../../shared/json.ts'

/**
 * Properties that an editor recomputes, without a meaning for the text: the format of an empty line, its versions,
 * column widths that it invents.
 */
const COUNTED: ReadonlySet<string> = new Set(['textFormat', 'textStyle', 'version', 'colWidths'])

/** Returns all nodes of an editor, as it exports them. */
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
