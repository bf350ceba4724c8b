import type { Field, RowsField } from '../../../shared/cms/schema-model.ts'
import type { UseT } from '../../i18n/use-t.ts'

/** What a row of a list is: the fields in it, and what it is called. */
export type RowKind = {
  /** null: the schema does not know its block. */
  fields: Field[] | null
  /** Name of its block; '' in an array. */
  type: string
  /** Whether it may be given a name of its own. */
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

/** `01`: what a row is counted as. */
export function rowNumber(index: number): string {
  return String(index + 1).padStart(2, '0')
}
