import type { DataNode } from '../../shared/cms/fields.ts'
import { valueType } from '../../shared/fields/field-type.ts'
import { isBlank } from '../../shared/fields/value-rules.ts'
import type { Json } from '../../shared/json.ts'
import { valueModule, type ValueContext } from './field-module.ts'
import { wholeValue } from './whole-value.ts'

/** One side of a change in full, as a reader would say it; null for no value. `node` null: the schema has none. */
export function diffText(node: DataNode | null, value: Json, context: ValueContext): string | null {
  if (isBlank(value)) return null
  if (node === null || node.type === 'nested') return wholeValue(value)
  const text =
    valueModule(context.modules, node).diffText?.(node, value, context) ??
    valueType(context.types, node).text(node, value, context)
  // A value that says nothing as text is still one: a rich text that holds a picture alone.
  return text || wholeValue(value)
}
