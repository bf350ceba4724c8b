import type { Field, RichTextEditor } from '../../cms/schema-model.ts'
import { isPlainJson, own } from '../../json.ts'
import type { Json } from '../../json.ts'
import { blockOfNode } from './block-nodes.ts'
import { typeOf } from './nodes.ts'

/** The fields of a block, an inline block or an upload by the site's schema; null: it has none, or is not known. */
export function formFields(editor: RichTextEditor, node: Json): Field[] | null {
  const type = typeOf(node)
  if (type === 'block' || type === 'inlineBlock') return blockOfNode(editor, node)?.fields ?? null
  const slug = type === 'upload' && isPlainJson(node) ? own(node, 'relationTo') : undefined
  return typeof slug === 'string' ? (own(editor.upload?.fields ?? {}, slug) ?? null) : null
}

/** The same of whatever has `fields` of its own, links among them. */
export function nodeFields(editor: RichTextEditor, node: Json): Field[] | null {
  const type = typeOf(node)
  if (type === 'link' || type === 'autolink') return editor.link?.fields ?? null
  return formFields(editor, node)
}
