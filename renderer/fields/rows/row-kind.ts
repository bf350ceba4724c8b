import type { Field, RowsField } from '../../../shared/cms/schema-model.ts'
import type { UseT } from '../../i18n/use-t.ts'

/** The kind of a list's row: its fields and its name. */
export type RowKind = {
  /** Null: the block is not in the schema. */
  fields: Field[] | null
  /** Label of its block; '' in an array. */
  type: string
  /** True if it may have a name of its own. */
  hasName: boolean
}

/** `type`: slug of its block, null in an array. */
export function rowKind(field: RowsField, type: string | null, label: UseT['label']): RowKind {
  if (field.type === 'array') return { fields: field.fields, type: '', hasName: false }
  const block = field.blocks.find(({ slug }) => slug === type)
  if (block === undefined) return { fields: null, type: type ?? '', hasName: false }
  return {
    fields: block.fields,
    type: label(block.labels.singular) || block.slug,
    hasName: block.hasBlockName,
  }
}

/** Returns the shown number of a row: `01`. */
export function rowNumber(index: number): string {
  return String(index + 1).padStart(2, '0')
}
