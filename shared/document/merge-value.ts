import type { DataNode } from '../cms/fields.ts'
import type { FieldTypes, Merged } from '../fields/field-type.ts'
import { valueType } from '../fields/field-type.ts'
import { sameJson } from '../json.ts'
import type { Json } from '../json.ts'
import type { Conflict } from './change.ts'

export { mergeIds } from './merge-ids.ts'
export type { Merged }

/**
 * Three-way merge of one field's value (SY6): if one side changed it, that value wins; if both did, the
 * field's type merges. Values that look the same to a person count as unchanged. `field` null: the schema has
 * no such field.
 */
export function mergeValue(
  types: FieldTypes,
  field: DataNode | null,
  base: Json,
  mine: Json,
  theirs: Json,
): Merged {
  const known = field === null || field.type === 'nested' ? null : field
  const type = known === null ? null : valueType(types, known)
  const same = (a: Json, b: Json): boolean =>
    known === null || type === null ? sameJson(a, b) : type.equal(known, a, b)
  if (same(mine, theirs) || same(base, mine)) return { ok: true, value: theirs }
  if (same(base, theirs)) return { ok: true, value: mine }
  return known === null || type === null ? { ok: false } : type.merge(known, base, mine, theirs, types)
}

/** The value that keeps both sides of a conflict (SY7); null: only one can be kept, or the field type cannot say. */
export function bothSides(
  types: FieldTypes,
  field: DataNode | null,
  { base, mine, theirs }: Pick<Conflict, 'base' | 'mine' | 'theirs'>,
): { value: Json } | null {
  if (field === null || field.type === 'nested') return null
  return valueType(types, field).both?.(field, base, mine, theirs) ?? null
}
