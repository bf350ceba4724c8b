import type { RelationField } from '../../shared/cms/schema-model.ts'
import { relatedRef, type RelatedRef } from '../../shared/fields/relations.ts'
import type { Json } from '../../shared/json.ts'

export type { RelatedRef }

/** What a relationship's value points at; bare ids where the field has one collection (S3.07). */
export function relatedRefs(field: RelationField, value: Json): RelatedRef[] {
  return (Array.isArray(value) ? value : [value]).flatMap((one) => relatedRef(field, one) ?? [])
}
