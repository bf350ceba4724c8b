import type { BlockOf } from '../../cms/field-base.ts'
import { own } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import { fieldsOf, typeOf } from './nodes.ts'
import type { RichTextEditorOf } from './rich-text-editor.ts'

/** The slug of a block or inline block, '' where it has none. */
export function blockTypeOf(node: Json): string {
  const type = own(fieldsOf(node), 'blockType')
  return typeof type === 'string' ? type : ''
}

/** The site's definition of a block or inline block; null: the editor has no such block (S4.30, S8.09). */
export function blockOfNode<F>(editor: RichTextEditorOf<F>, node: Json): BlockOf<F> | null {
  const blocks = typeOf(node) === 'inlineBlock' ? editor.inlineBlocks : editor.blocks
  return blocks.find(({ slug }) => slug === blockTypeOf(node)) ?? null
}

/**
 * A block with more fields than this opens its drawer when it is new: id and name alone do not need one
 * (S4.29).
 */
const FEW_FIELDS = 2

/** True if the drawer of a block opens by itself when the block is new; an existing block's never does (S4.29). */
export function opensWhenNew<F>(block: BlockOf<F>): boolean {
  return block.fields.length > FEW_FIELDS
}

/** A block with what was saved in its drawer: all of its fields are replaced, its type stays (S4.31). */
export function withBlockFields(node: JsonObject, fields: JsonObject): JsonObject {
  const kept = Object.entries({ blockType: own(fieldsOf(node), 'blockType'), id: own(fieldsOf(node), 'id') })
  const stays = Object.fromEntries(kept.flatMap(([key, item]) => (item === undefined ? [] : [[key, item]])))
  return { ...node, fields: { ...fields, ...stays } }
}
