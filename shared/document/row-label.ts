import { dataFields } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { valueType } from '../fields/field-type.ts'
import type { FieldTypes, TextContext } from '../fields/field-type.ts'
import { firstLine } from '../fields/value-rules.ts'
import { isPlainJson, own } from '../json.ts'
import type { JsonObject } from '../json.ts'
import { projectNode, slotOf } from './project.ts'

/** Longest label, in UTF-16 units. A block name is not cut. */
const LONGEST = 120

/**
 * The one-line label of a row: the block name, otherwise the first text in it, otherwise ''. `fields`: null if the
 * block is unknown. `locale`: for a row in stored shape; without it the row is a one-locale view.
 */
export function rowLabel(
  types: FieldTypes,
  fields: Field[] | null,
  row: JsonObject,
  context: TextContext,
  locale: string | null = null,
): string {
  const named = own(row, 'blockName')
  if (typeof named === 'string' && named.trim() !== '') return named
  const label = firstText(types, fields ?? [], row, context, locale)
  return label.length > LONGEST ? `${label.slice(0, LONGEST)}…` : label
}

function firstText(
  types: FieldTypes,
  fields: Field[],
  data: JsonObject,
  context: TextContext,
  locale: string | null,
): string {
  for (const node of dataFields(fields)) {
    const value = slotOf(node, own(data, node.name), locale)
    let text = ''
    if (node.type === 'nested') {
      if (isPlainJson(value)) text = firstText(types, node.fields, value, context, locale)
    } else if (node.name !== 'id' && !node.hidden && valueType(types, node).labelsRows) {
      const shown = projectNode(node, value, locale)
      // A sibling value has locales if this value has them.
      const beside = (name: string) => slotOf(node, own(data, name), locale)
      text = firstLine(valueType(types, node).text(node, shown, { ...context, beside }))
    }
    if (text !== '') return text
  }
  return ''
}
