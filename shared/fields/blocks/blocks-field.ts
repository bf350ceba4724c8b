import type { Labels, NamedBase, RowLimits } from '../../cms/field-base.ts'

/**
 * A kind of row. One object for all fields that refer to it: blocks may hold each other, so a walk over the schema
 * must not enter a block again without need. `F`: its fields.
 */
export interface BlockOf<F> {
  slug: string
  /** Where it is defined; see FieldBase. */
  schemaPath: string
  labels: Labels
  fields: F[]
}

export interface BlocksFieldOf<F> extends NamedBase, RowLimits {
  type: 'blocks'
  labels: Labels
  blocks: BlockOf<F>[]
}
