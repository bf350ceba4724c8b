import type { DataNode } from '../../cms/fields.ts'
import type { FieldTypes, ValidationContext } from '../../fields/field-type.ts'
import { valueType } from '../../fields/field-type.ts'
import type { Json } from '../../json.ts'
import { textError } from '../../fields/richText/validate-nodes.ts'
import type { FieldError } from './field-error.ts'

/**
 * What is wrong with a value of this field, or null (S5.05-S5.18, S5.26). Only what can be known without the server;
 * the fields inside of groups and rows are not looked at. Those of the blocks in a rich text are: the text is one value.
 */
export function validateField(
  types: FieldTypes,
  field: DataNode,
  value: Json | undefined,
  context: ValidationContext = {},
): FieldError | null {
  if (field.type === 'nested') return null
  const error = valueType(types, field).validate(field, value, context)
  return error ?? (field.type === 'richText' ? textError(types, field, value) : null)
}
