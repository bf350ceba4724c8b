import { type DataNode, dataField } from '../../shared/cms/fields.ts'
import { valueType, within, type FieldWithValue } from '../../shared/fields/field-type.ts'
import { isBlank } from '../../shared/fields/value-rules.ts'
import { type Json, type JsonObject, isPlainJson } from '../../shared/json.ts'
import { valueModule, type ValueContext, type FieldModules, type ValueFieldModule } from './field-module.ts'
import type { Field } from '../../shared/cms/schema-model.ts'

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

/** Rows, or the one that a conflict is about, each in its lines; '' where they hold nothing. */
export function rowsDiffText(value: Json, linesOf: (row: JsonObject) => string[]): string {
  return (Array.isArray(value) ? value : [value])
    .map((row) => (isPlainJson(row) ? linesOf(row).join('\n') : wholeValue(row)))
    .filter((text) => text !== '')
    .join('\n\n')
}

/** Returns a row as lines of text, one per field with a value, without its id and type. */
export function rowLines(fields: Field[] | null, row: JsonObject, context: ValueContext): string[] {
  return Object.entries(row).flatMap(([key, value]) => {
    if (key === 'id' || key === 'blockType') return []
    const node = fields === null ? null : dataField(fields, key)
    const text = diffText(node, value, within(context, row))
    return text === null ? [] : [`${context.label(node?.label ?? null) || key}: ${text}`]
  })
}

/** How the type of a field shows two values beside each other. */
type Compared<Part extends 'Diff' | 'Conflict'> = {
  field: FieldWithValue
  Part: NonNullable<ValueFieldModule[Part]>
}

/** Null: its type shows these two as texts. `node` null: the schema has no such field. */
export function comparedBy<Part extends 'Diff' | 'Conflict'>(
  part: Part,
  modules: FieldModules,
  node: DataNode | null,
  a: Json,
  b: Json,
): Compared<Part> | null {
  if (node === null || node.type === 'nested') return null
  const type: ValueFieldModule = valueModule(modules, node)
  const Part = type[part]
  return Part !== undefined && (type.compares?.(node, a, b) ?? true) ? { field: node, Part } : null
}

/** All of a value about which the schema says nothing. */
export function wholeValue(value: Json): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
