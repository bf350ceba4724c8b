import type { Labels, LocalizedText, NamedBase, RowLimits, RowsLook } from '../../cms/field-base.ts'

/**
 * A kind of row. One object for all fields that refer to it: blocks may hold each other, so a walk over the schema
 * must not enter a block again without need. `F`: its fields.
 */
export interface BlockOf<F> {
  slug: string
  /** Where it is defined; see FieldBase. */
  schemaPath: string
  labels: Labels
  /** Heading of the picker under which it is offered (admin.group); null: none. */
  group: LocalizedText | null
  /** Whether a row of it may be given a name of its own (admin.disableBlockName). */
  hasBlockName: boolean
  fields: F[]
}

export interface BlocksFieldOf<F> extends NamedBase, RowLimits, RowsLook {
  type: 'blocks'
  labels: Labels
  blocks: BlockOf<F>[]
  /** Slugs of the blocks that a new row may be, where the site names some (filterOptions); null: any. */
  offered: readonly string[] | null
}
