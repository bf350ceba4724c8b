import type { DataNode } from '../../shared/cms/fields.ts'
import type { FieldWithValue } from '../../shared/fields/field-type.ts'
import type { Json } from '../../shared/json.ts'
import { valueModule, type FieldModules, type ValueFieldModule } from './field-module.ts'

/** How the type of a field shows two values beside each other. */
export type Compared<Part extends 'Diff' | 'Conflict'> = {
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
