import type { DataNode } from '../../cms/fields.ts'
import type { Field, RichTextEditor } from '../../cms/schema-model.ts'
import type { Json } from '../../json.ts'
import type { Inside } from '../field-type.ts'
import { blockOfNode } from './block-nodes.ts'
import { nodeTypeOf } from './node-types/registry.ts'
import { childrenOf, fieldsOf, nodeId, topNodes } from './nodes.ts'

/** The fields of a block, an inline block or an upload by the site's schema; null: it has none, or is not known. */
export function formFields(editor: RichTextEditor, node: Json): Field[] | null {
  const type = nodeTypeOf(node)
  return type?.shows === undefined ? null : nodeFields(editor, node)
}

/** The fields of any node with `fields` of its own, links included; null: it has none, or is not known. */
export function nodeFields(editor: RichTextEditor, node: Json): Field[] | null {
  return nodeTypeOf(node)?.fields?.(editor, node) ?? null
}

/** The fields in the nodes of a text, in its order, where the site's editor knows them; none in another field. */
export function fieldsInText(node: DataNode, value: Json | undefined): Inside[] {
  if (node.type !== 'richText' || node.editor === null) return []
  const { editor } = node
  const found: Inside[] = []
  const waiting = topNodes(value).toReversed()
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop()) {
    for (const child of childrenOf(holder).toReversed()) waiting.push(child)
    const fields = nodeFields(editor, holder)
    if (fields === null) continue
    found.push({
      id: nodeId(holder),
      holder,
      fields,
      data: fieldsOf(holder),
      block: blockOfNode(editor, holder),
      shows: nodeTypeOf(holder)?.shows ?? 'nothing',
    })
  }
  return found
}
