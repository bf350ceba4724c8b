import { read, readJson, readObject, readText, readTexts } from '../cms/read-value.ts'
import type { Raw } from '../cms/read-value.ts'
import type { RelationField } from '../cms/schema-model.ts'
import type { FieldError } from '../document/validation/field-error.ts'
import { isPlainJson, own, sameJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Merged, ParseContext, TextContext } from './field-type.ts'
import {
  allFit,
  bothOfMany,
  isBlank,
  itemsOf,
  joined,
  mergeSets,
  plainText,
  plainValue,
  required,
} from './value-rules.ts'
import { choiceOperators, polymorphicOperators } from './operators.ts'
import { readRowLimits } from './read-settings.ts'
import type { RelatedRef } from '../cms/doc-ref.ts'
import type { RelationOptions, RelationTarget } from '../cms/field-base.ts'

/**
 * The document that a value refers to (S3.07), a bare id if the field has one collection; null if it is no reference.
 */
export function relatedRef(field: RelationTarget, value: Json): RelatedRef | null {
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

/** The options for editing the field; by default all is allowed. */
export function parseOptions(raw: Raw, target: RelationTarget, { extra }: ParseContext): RelationOptions {
  const admin = readObject(raw['admin'])
  const sort = admin['sortOptions']
  const filter = readJson(extra['filterOptions'])
  return {
    ...readRowLimits(raw),
    isSortable: admin['isSortable'] !== false,
    allowCreate: admin['allowCreate'] !== false,
    allowEdit: admin['allowEdit'] !== false,
    appearance: admin['appearance'] === 'drawer' ? 'drawer' : 'select',
    sortOptions: Object.fromEntries(
      target.relationTo.flatMap((slug): [string, string][] => {
        const path = readText(sort) ?? readText(read(sort, slug))
        return path === null ? [] : [[slug, path]]
      }),
    ),
    // The site's filter may be a boolean: false allows no document, true allows any.
    filterOptions: isPlainJson(filter) ? filter : filter === false ? NOTHING : null,
    hasFilterFunction: extra['hasFilterOptions'] === true,
  }
}

/** A filter that matches no document, as all have an id. */
const NOTHING: JsonObject = { id: { exists: false } }

/**
 * The value that points at a document. `id`: as the site has it, a number where its ids are numbers; a temporary id
 * stays a text.
 */
export function relationTo(field: RelationTarget, slug: string, id: string | number): Json {
  return field.polymorphic ? { relationTo: slug, value: id } : id
}

/** The error of a wrong number of documents, in the server's words (3.90). */
function wrongCount(field: RelationField, value: Json | undefined): FieldError | null {
  if (!Array.isArray(value) || value.length === 0) return null
  const { minRows, maxRows } = field
  const words = { varKeys: { label: 'general:rows' } }
  if (minRows && value.length < minRows)
    return { key: 'validation:lessThanMin', vars: { value: value.length, min: minRows }, ...words }
  if (maxRows && value.length > maxRows)
    return { key: 'validation:greaterThanMax', vars: { value: value.length, max: maxRows }, ...words }
  return null
}

/** The common behaviour of relationship and upload fields. */
export const relationValue = {
  ...plainValue,
  validate(field: RelationField, value: Json | undefined): FieldError | null {
    return field.required && isBlank(value) ? required : wrongCount(field, value)
  },
  fits(field: RelationField, value: Json): boolean {
    return allFit(field.hasMany, value, (item) => {
      const ref = relatedRef(field, item)
      return ref !== null && isPlainJson(item) === field.polymorphic && field.relationTo.includes(ref.slug)
    })
  },
  /** Compares the documents that they refer to: an id may be a number or a text. */
  equal(field: RelationField, a: Json | undefined, b: Json | undefined): boolean {
    const points = (value: Json | undefined) => itemsOf(value).map((item) => relatedRef(field, item) ?? item)
    return sameJson(points(a), points(b))
  },
  merge(field: RelationField, base: Json, mine: Json, theirs: Json): Merged {
    return field.hasMany ? mergeSets(base, mine, theirs) : { ok: false }
  },
  both(field: RelationField, _base: Json, mine: Json, theirs: Json): { value: Json } | null {
    return field.hasMany ? bothOfMany(mine, theirs) : null
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
  filterValue: 'document',
} as const
