import { readText, readTexts } from '../cms/read-value.ts'
import type { Raw } from '../cms/read-value.ts'
import type { RelationField } from '../cms/schema-model.ts'
import type { FieldError } from '../document/validation/field-error.ts'
import { isPlainJson, own, sameJson } from '../json.ts'
import type { Json } from '../json.ts'
import type { Merged, TextContext } from './field-type.ts'
import { mergeSets } from './merge-sets.ts'
import { choiceOperators, polymorphicOperators } from './operators.ts'
import type { RelatedRef } from './related-ref.ts'
import type { RelationTarget } from './relation-target.ts'
import { allFit, isBlank, itemsOf, joined, plainText, plainValue, required } from './value-rules.ts'

/** What one value points at (S3.07), a bare id where the field has one collection; null for what is no reference. */
function relatedRef(field: RelationTarget, value: Json): RelatedRef | null {
  const slug = isPlainJson(value) ? own(value, 'relationTo') : field.relationTo[0]
  const id = isPlainJson(value) ? (own(value, 'value') ?? own(value, 'id')) : value
  if (typeof slug !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return null
  return { slug, id: String(id) }
}

export function parseTarget(raw: Raw): RelationTarget {
  const single = readText(raw['relationTo'])
  return {
    relationTo: single === null ? readTexts(raw['relationTo']) : [single],
    polymorphic: single === null,
    hasMany: raw['hasMany'] === true,
  }
}

/** What relationship and upload fields have in common. */
export const relationValue = {
  ...plainValue,
  validate(field: RelationField, value: Json | undefined): FieldError | null {
    return field.required && isBlank(value) ? required : null
  },
  fits(field: RelationField, value: Json): boolean {
    return allFit(field.hasMany, value, (item) => {
      const ref = relatedRef(field, item)
      return ref !== null && isPlainJson(item) === field.polymorphic && field.relationTo.includes(ref.slug)
    })
  },
  /** By what they point at: an id may be a number or a text. */
  equal(field: RelationField, a: Json | undefined, b: Json | undefined): boolean {
    const points = (value: Json | undefined) => itemsOf(value).map((item) => relatedRef(field, item) ?? item)
    return sameJson(points(a), points(b))
  },
  merge(field: RelationField, base: Json, mine: Json, theirs: Json): Merged {
    return field.hasMany ? mergeSets(base, mine, theirs) : { ok: false }
  },
  text(field: RelationField, value: Json | undefined, context: TextContext): string {
    return joined(
      itemsOf(value).map((item) => {
        const ref = relatedRef(field, item)
        return (ref === null ? null : context.nameOf(ref.slug, ref.id)) ?? plainText(item)
      }),
    )
  },
  refs(field: RelationField, value: Json | undefined): RelatedRef[] {
    return itemsOf(value).flatMap((item) => relatedRef(field, item) ?? [])
  },
  operators(field: RelationField) {
    return field.polymorphic ? polymorphicOperators : choiceOperators
  },
} as const
