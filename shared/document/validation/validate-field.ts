import type { DataNode } from '../../cms/fields.ts'
import type { FieldTypes, ValidationContext } from '../../fields/field-type.ts'
import { valueType } from '../../fields/field-type.ts'
import type { Json } from '../../json.ts'
import type { FieldError } from './field-error.ts'

/**
 * What is wrong with a value of this field, or null (S5.05-S5.18, S5.26). Only what can be known without the server;
 * the fields inside of groups and rows are not looked at.
 */
export function validateField(
  types: FieldTypes,
  field: DataNode,
  value: Json | undefined,
  context: ValidationContext = {},
): FieldError | null {
  return field.type === 'nested' ? null : valueType(types, field).validate(field, value, context)
}
