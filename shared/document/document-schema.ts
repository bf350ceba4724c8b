import type { Field } from '../cms/schema-model.ts'
import type { FieldTypes } from '../fields/field-type.ts'

/** The schema of a collection or global, as needed to work with its documents. */
export type DocumentSchema = {
  fields: Field[]
  /** The operations on values, by field type. */
  types: FieldTypes
}
