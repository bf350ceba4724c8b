import type { FieldBase } from '../../cms/field-base.ts'

/** A group with a name nests its data; one without only lays out (S3.03). */
export interface GroupFieldOf<F> extends FieldBase {
  type: 'group'
  name: string | null
  localized: boolean
  fields: F[]
}
