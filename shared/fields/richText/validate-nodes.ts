import type { Field, RichTextEditor, RichTextField } from '../../cms/schema-model.ts'
import type { FieldError, PathError } from '../../document/validation/field-error.ts'
import { resolveField } from '../../document/resolve-field.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { ValidationContext } from '../field-type.ts'
import { formFields } from './node-fields.ts'
import { childrenOf, fieldsOf, nodeId, rootOf } from './nodes.ts'

/** Key of a rich text's error if a field of a block, an inline block or an upload in it is invalid. */
export const BLOCK_ERRORS = 'galley:rich-text-blocks.fieldsInvalid'

type ErrorsIn = ValidationContext['errorsIn']

/** An error in a node of a text. `path`: in the fields of the node; rows are named by id. */
export type NodeError = PathError & { nodeId: string | null }

/**
 * The errors in the fields of the nodes of a text, in its order. Fields with a condition are left to the server,
 * which alone knows whether they are shown.
 */
export function nodeErrors(errorsIn: ErrorsIn, editor: RichTextEditor, value: Json | undefined): NodeError[] {
  const look = (node: Json): NodeError[] => {
    const fields = formFields(editor, node)
    const here = fields === null ? [] : shownErrors(errorsIn, fields, fieldsOf(node))
    return [...here.map((error) => ({ ...error, nodeId: nodeId(node) })), ...childrenOf(node).flatMap(look)]
  }
  return childrenOf(rootOf(value) ?? undefined).flatMap(look)
}

export function firstNodeError(
  errorsIn: ErrorsIn,
  editor: RichTextEditor,
  value: Json | undefined,
): NodeError | null {
  return nodeErrors(errorsIn, editor, value)[0] ?? null
}

/** The errors in the nodes of a text as one error of its field; null: none, or the editor is not known. */
export function textError(
  errorsIn: ErrorsIn,
  field: RichTextField,
  value: Json | undefined,
): FieldError | null {
  if (field.editor === null) return null
  const count = nodeErrors(errorsIn, field.editor, value).length
  return count === 0 ? null : { key: BLOCK_ERRORS, vars: { count } }
}

function shownErrors(errorsIn: ErrorsIn, fields: Field[], data: JsonObject): PathError[] {
  return errorsIn(fields, data).filter(({ path, advice }) => {
    const found = resolveField(fields, data, path, null)
    return advice !== true && found !== null && !found.hidden && !found.readOnly && !found.hasCondition
  })
}
