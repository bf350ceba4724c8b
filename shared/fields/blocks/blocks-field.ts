import type { Labels, LocalizedText, NamedBase, RowLimits, RowsLook } from '../../cms/field-base.ts'

/**
 * A kind of row. One object for all fields that refer to it: blocks may hold each other, so a walk over the schema
 * must not enter a block again without need. `F`: its fields.
 */
export interface BlockOf<F> {
  slug: string
  /** The schema path of its definition; see FieldBase. */
  schemaPath: string
  labels: Labels
  /** The group of the block in the picker (admin.group); null: none. */
  group: LocalizedText | null
  /** True if a row may be given a name of its own (admin.disableBlockName). */
  hasBlockName: boolean
  fields: F[]
}

export interface BlocksFieldOf<F> extends NamedBase, RowLimits, RowsLook {
  type: 'blocks'
  labels: Labels
  blocks: BlockOf<F>[]
  /** Slugs of the blocks that a new row may have, if the site limits them (filterOptions); null: any. */
  offered: readonly string[] | null
}
