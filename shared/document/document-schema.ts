import type { Field } from '../cms/schema-model.ts'
import type { FieldTypes } from '../fields/field-type.ts'

/** What is to be known of a collection or global to work with its documents. */
export type DocumentSchema = {
  fields: Field[]
  /** What can be done with a value, by the type of its field. */
  types: FieldTypes
}
