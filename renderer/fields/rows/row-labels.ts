import type { Field, RowsField, Labels } from '../../../shared/cms/schema-model.ts'
import type { UseT } from '../../i18n/use-t.ts'
import { slugLabels } from '../../../shared/cms/labels.ts'
import { sameJson } from '../../../shared/json.ts'
import type { Translate } from '../../i18n/translator.ts'
import type { ValueContext } from '../field-module.ts'

/** The kind of a list's row: its fields and its name. */
type RowKind = {
  /** Null: the block is not in the schema. */
  fields: Field[] | null
  /** Label of the row's block, or its slug if it is not in the schema; '' in an array. */
  type: string
  /** True if it may have a name of its own. */
  hasName: boolean
}

/** Returns the kind of a row. `type`: slug of the row's block, null in an array. */
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

/**
 * Returns the labels of a list's rows. Blocks without labels in the config are called blocks, in the UI language,
 * instead of the server's label derived from the field's name: `4 Layouts` (U18).
 */
export function rowsLabels(field: RowsField, t: Translate): Labels {
  const isDerived = field.type === 'blocks' && sameJson(field.labels, slugLabels(field.name))
  return isDerived ? { singular: t('fields:block'), plural: t('fields:blocks') } : field.labels
}

/** Returns the number of rows as text: `3 Items`, or `3 Rows` if the site has no label for them. */
export function rowCountText(
  count: number,
  labels: Labels,
  { label, t }: Pick<ValueContext, 'label' | 't'>,
): string {
  const [own, key] = count === 1 ? [labels.singular, 'general:row'] : [labels.plural, 'general:rows']
  return `${count} ${label(own) || t(key)}`
}
