import { parseLabels } from '../../cms/read-value.ts'
import type { Block, BlocksField } from '../../cms/schema-model.ts'
import { own } from '../../json.ts'
import type { JsonObject } from '../../json.ts'
import type { ValueFieldType } from '../field-type.ts'
import { presenceOperators } from '../operators.ts'
import { readRowLimits } from '../read-limits.ts'
import { countText, rowsOf } from '../rows.ts'
import { rowCount } from '../text-rules.ts'
import { joined, plainText, plainValue } from '../value-rules.ts'

export const blocks: ValueFieldType<BlocksField> = {
  ...plainValue,
  parse: (raw, named, context) => ({
    ...named,
    type: 'blocks',
    labels: parseLabels(raw['labels'], named.name),
    blocks: context.parseBlocks(raw),
    ...readRowLimits(raw),
  }),
  initial(field, given, { newId, fill }) {
    const value = given ?? field.defaultValue
    if (!Array.isArray(value)) return undefined
    return rowsOf(value).flatMap((row) => {
      const block = blockOf(field, row)
      return block === undefined ? [] : [{ id: newId(), blockType: block.slug, ...fill(block.fields, row) }]
    })
  },
  validate: (field, value) => rowCount(value, field),
  text(field, value, context) {
    const rows = rowsOf(value)
    if (rows.length === 0) return ''
    const names = rows.map((row) => {
      const block = blockOf(field, row)
      return (block && context.label(block.labels.singular)) || plainText(own(row, 'blockType'))
    })
    return `${countText(rows.length, field.labels, context)} - ${joined(names)}`
  },
  operators: () => presenceOperators,
}

function blockOf(field: BlocksField, row: JsonObject): Block | undefined {
  return field.blocks.find((block) => block.slug === own(row, 'blockType'))
}
