import { dataFields, isRows, rowFields, type DataNode } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { valueType, type FieldTypes } from '../fields/field-type.ts'
import type { RelatedRef } from '../fields/related-ref.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../json.ts'

/** True if a document refers to another one in any locale, by a field or in a rich text. */
export function pointsAt(types: FieldTypes, fields: Field[], data: JsonObject, target: RelatedRef): boolean {
  return dataFields(fields).some((node) => {
    const value = own(data, node.name)
    if (value === undefined || value === null) return false
    const slots = node.localized && isPlainJson(value) ? [value, ...Object.values(value)] : [value]
    return slots.some((slot) => valuePointsAt(types, node, slot, target))
  })
}

function valuePointsAt(types: FieldTypes, node: DataNode, value: Json, target: RelatedRef): boolean {
  if (node.type === 'nested') return isPlainJson(value) && pointsAt(types, node.fields, value, target)
  if (isRows(node)) {
    if (!Array.isArray(value)) return false
    return value.some((row) => isPlainJson(row) && pointsAt(types, rowFields(node, row) ?? [], row, target))
  }
  // A join lists the documents that refer to this one, so it is no reference of its own.
  if (node.type === 'join') return false
  if (node.type === 'unknown') return holdsReference(value, target)
  return valueType(types, node)
    .refs(node, value)
    .some(({ slug, id }) => slug === target.slug && id === target.id)
}

/** True if a value of unknown shape holds the id beside the name of its collection. */
function holdsReference(value: Json, target: RelatedRef): boolean {
  if (Array.isArray(value)) return value.some((item) => holdsReference(item, target))
  if (!isPlainJson(value)) return false
  const id = own(value, 'value')
  if (own(value, 'relationTo') === target.slug && (typeof id === 'string' || typeof id === 'number'))
    if (String(id) === target.id) return true
  return Object.values(value).some((item) => holdsReference(item, target))
}
