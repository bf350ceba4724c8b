import type { DataNode } from '../../../shared/cms/fields.ts'
import type { RichTextField } from '../../../shared/cms/schema-model.ts'
import { rootOf } from '../../../shared/fields/richText/nodes.ts'
import type { Json } from '../../../shared/json.ts'

/** The field, where two values of a place can be shown as rich texts beside each other; either may be nothing. */
export function richTextFieldOf(node: DataNode | null, a: Json, b: Json): RichTextField | null {
  if (node?.type !== 'richText') return null
  const isText = [a, b].every((value) => value === null || rootOf(value) !== null)
  return isText && (a !== null || b !== null) ? node : null
}
