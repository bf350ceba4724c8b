import type { Labels, NamedBase, RowLimits, RowsLook } from '../../cms/field-base.ts'

/** `F`: the fields of a row. An interface, since only of these TypeScript lets a union name itself (schema-model.ts). */
export interface ArrayFieldOf<F> extends NamedBase, RowLimits, RowsLook {
  type: 'array'
  labels: Labels
  fields: F[]
}
