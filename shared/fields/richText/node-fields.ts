import type { Field, RichTextEditor } from '../../cms/schema-model.ts'
import type { Json } from '../../json.ts'
import { nodeTypeOf } from './node-types/registry.ts'

/** The fields of a block, an inline block or an upload by the site's schema; null: it has none, or is not known. */
export function formFields(editor: RichTextEditor, node: Json): Field[] | null {
  const type = nodeTypeOf(node)
  return type?.shows === undefined ? null : nodeFields(editor, node)
}

/** The fields of any node with `fields` of its own, links included; null: it has none, or is not known. */
export function nodeFields(editor: RichTextEditor, node: Json): Field[] | null {
  return nodeTypeOf(node)?.fields?.(editor, node) ?? null
}
