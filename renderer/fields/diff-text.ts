import { type DataNode, dataField } from '../../shared/cms/fields.ts'
import { valueType, within, type FieldWithValue } from '../../shared/fields/field-type.ts'
import { isBlank } from '../../shared/fields/value-rules.ts'
import { type Json, type JsonObject, isPlainJson } from '../../shared/json.ts'
import { valueModule, type ValueContext, type FieldModules, type ValueFieldModule } from './field-module.ts'
import type { Field } from '../../shared/cms/schema-model.ts'

/**
 * Returns one side of a change as text, uncut; null for no value. `node` null: the field is not in the
 * schema.
 */
export function diffText(node: DataNode | null, value: Json, context: ValueContext): string | null {
  if (isBlank(value)) return null
  if (node === null || node.type === 'nested') return wholeValue(value)
  const text =
    valueModule(context.modules, node).diffText?.(node, value, context) ??
    valueType(context.types, node).text(node, value, context)
  // A value without text is shown as stored, such as a rich text with only a picture.
  return text || wholeValue(value)
}

/** Returns rows, or the one row of a conflict, as text with one line per field; '' if they are empty. */
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

/** A field with its type's component that shows two values side by side, or offers the choice between them. */
type Compared<Part extends 'Diff' | 'Conflict'> = {
  field: FieldWithValue
  Part: NonNullable<ValueFieldModule[Part]>
}

/**
 * Returns how a field's type compares two values; null: as texts. `node` null: the field is not in the
 * schema.
 */
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

/** Returns a whole value as text, without help of the schema. */
export function wholeValue(value: Json): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
