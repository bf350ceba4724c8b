import { dataField } from '../../shared/cms/fields.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import { within } from '../../shared/fields/field-type.ts'
import type { JsonObject } from '../../shared/json.ts'
import { diffText } from './diff-text.ts'
import type { ValueContext } from './field-module.ts'

/** Returns a row as lines of text, one per field with a value, without its id and type. */
export function rowLines(fields: Field[] | null, row: JsonObject, context: ValueContext): string[] {
  return Object.entries(row).flatMap(([key, value]) => {
    if (key === 'id' || key === 'blockType') return []
    const node = fields === null ? null : dataField(fields, key)
    const text = diffText(node, value, within(context, row))
    return text === null ? [] : [`${context.label(node?.label ?? null) || key}: ${text}`]
  })
}
