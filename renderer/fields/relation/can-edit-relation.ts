import type { RelationField } from '../../../shared/cms/schema-model.ts'
import { relatedRef } from '../../../shared/fields/relations.ts'
import { isBlank } from '../../../shared/fields/value-rules.ts'
import type { Json } from '../../../shared/json.ts'

/** True if the input understands a value: all references are valid, and at most one for a single field. */
export function canEditRelation(field: RelationField, value: Json): boolean {
  if (isBlank(value)) return true
  const isReference = (item: Json) => relatedRef(field, item) !== null
  return field.hasMany ? Array.isArray(value) && value.every(isReference) : isReference(value)
}
