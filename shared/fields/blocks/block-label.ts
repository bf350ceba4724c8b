import { blockOf } from '../../cms/fields.ts'
import type { BlocksField } from '../../cms/schema-model.ts'
import { own } from '../../json.ts'
import type { JsonObject } from '../../json.ts'
import type { TextContext } from '../field-type.ts'
import { plainText } from '../value-rules.ts'

/** The label of a row's block; its slug if it has no label or the schema does not have it. */
export function blockLabel(field: BlocksField, row: JsonObject, context: Pick<TextContext, 'label'>): string {
  const block = blockOf(field, row)
  return (block !== null && context.label(block.labels.singular)) || plainText(own(row, 'blockType'))
}
