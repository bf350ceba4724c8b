import type { RelationField } from '../../shared/cms/schema-model.ts'
import { isPlainObject, type Json } from '../../shared/json.ts'

/** A document that a relationship or upload points at. */
export type RelatedRef = { slug: string; id: string }

/** What a relationship's value points at; bare ids where the field has one collection (S3.07). */
export function relatedRefs(field: RelationField, value: Json): RelatedRef[] {
  return (Array.isArray(value) ? value : [value]).flatMap((one) => {
    const slug = isPlainObject(one) ? one['relationTo'] : field.relationTo[0]
    const id = isPlainObject(one) ? (one['value'] ?? one['id']) : one
    if (typeof slug !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return []
    return [{ slug, id: String(id) }]
  })
}
