import type { FieldBase } from '../../cms/field-base.ts'

export interface RowFieldOf<F> extends FieldBase {
  type: 'row'
  fields: F[]
}
