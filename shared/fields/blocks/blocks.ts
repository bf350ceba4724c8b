import { blockOf } from '../../cms/fields.ts'
import { parseLabels, readTexts } from '../../cms/read-value.ts'
import type { BlocksField } from '../../cms/schema-model.ts'
import { type JsonObject, own } from '../../json.ts'
import type { TextContext, ValueFieldType } from '../field-type.ts'
import { presenceOperators } from '../operators.ts'
import { readRowLimits, readRowsLook } from '../read-settings.ts'
import { countText, joined, plainText, plainValue, rowsOf } from '../value-rules.ts'
import { rowCount } from '../text-rules.ts'

export const blocks: ValueFieldType<BlocksField> = {
  ...plainValue,
  parse: (raw, named, { extra: { filterOptions }, ...context }) => ({
    ...named,
    type: 'blocks',
    labels: parseLabels(raw['labels'], named.name),
    blocks: context.parseBlocks(raw),
    offered: Array.isArray(filterOptions) ? readTexts(filterOptions) : null,
    ...readRowLimits(raw),
    ...readRowsLook(raw),
  }),
  initial(field, given, { newId, fill }) {
    const value = given ?? field.defaultValue
    if (!Array.isArray(value)) return undefined
    return rowsOf(value).flatMap((row) => {
      const block = blockOf(field, row)
      return block === null ? [] : [{ id: newId(), blockType: block.slug, ...fill(block.fields, row) }]
    })
  },
  validate: (field, value) => rowCount(value, field),
  text(field, value, context) {
    const rows = rowsOf(value)
    if (rows.length === 0) return ''
    const names = rows.map((row) => blockLabel(field, row, context))
    return `${countText(rows.length, field.labels, context)} - ${joined(names)}`
  },
  operators: () => presenceOperators,
}

/** The label of a row's block; its slug if it has no label or the schema does not have it. */
export function blockLabel(field: BlocksField, row: JsonObject, context: Pick<TextContext, 'label'>): string {
  const block = blockOf(field, row)
  return (block !== null && context.label(block.labels.singular)) || plainText(own(row, 'blockType'))
}
