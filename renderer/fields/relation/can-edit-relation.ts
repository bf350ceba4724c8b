import type { RelationField } from '../../../shared/cms/schema-model.ts'
import { relatedRef } from '../../../shared/fields/relations.ts'
import { isBlank } from '../../../shared/fields/value-rules.ts'
import type { Json } from '../../../shared/json.ts'

/** Whether the input understands a value: each of it points at a document, at most one where the field holds one. */
export function canEditRelation(field: RelationField, value: Json): boolean {
  if (isBlank(value)) return true
  const isReference = (item: Json) => relatedRef(field, item) !== null
  return field.hasMany ? Array.isArray(value) && value.every(isReference) : isReference(value)
}
