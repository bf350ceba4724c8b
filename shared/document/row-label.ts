import { dataFields } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { valueType } from '../fields/field-type.ts'
import type { FieldTypes, TextContext } from '../fields/field-type.ts'
import { firstLine } from '../fields/value-rules.ts'
import { isPlainJson, own } from '../json.ts'
import type { JsonObject } from '../json.ts'

/** In UTF-16 units. */
const LONGEST = 120

/**
 * What a row in one locale is recognised by, in one line: the name that its editor gave the block, else the first text
 * in it, '' where it has none. `fields`: those of the row, null where the schema does not know its block.
 */
export function rowLabel(
  types: FieldTypes,
  fields: Field[] | null,
  row: JsonObject,
  context: TextContext,
): string {
  const named = own(row, 'blockName')
  if (typeof named === 'string' && named.trim() !== '') return named
  const label = firstText(types, fields ?? [], row, context)
  return label.length > LONGEST ? `${label.slice(0, LONGEST)}…` : label
}

function firstText(types: FieldTypes, fields: Field[], data: JsonObject, context: TextContext): string {
  for (const node of dataFields(fields)) {
    const value = own(data, node.name)
    let text = ''
    if (node.type === 'nested') {
      if (isPlainJson(value)) text = firstText(types, node.fields, value, context)
    } else if (node.name !== 'id' && !node.hidden && valueType(types, node).labelsRows) {
      text = firstLine(valueType(types, node).text(node, value, context))
    }
    if (text !== '') return text
  }
  return ''
}
