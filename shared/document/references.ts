import { dataFields, isRows, rowFields } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { valueType } from '../fields/field-type.ts'
import type { FieldTypes } from '../fields/field-type.ts'
import type { RelatedRef } from '../cms/doc-ref.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'

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

/** A path by which the server can be asked for documents that refer to those of a collection. */
export type RelationPath = {
  path: string
  /** True if a value names its collection along with the id. */
  polymorphic: boolean
}

/** Deepest level that is searched, as blocks may contain each other, and most fields that are found. */
const DEEPEST = 5
const MOST = 40

/** The fields that may refer to documents of a collection, also in containers and rows, but not in rich texts. */
export function relationPaths(fields: Field[], slug: string): RelationPath[] {
  const found = new Map<string, RelationPath>()
  const look = (level: Field[], prefix: string, depth: number): void => {
    for (const node of dataFields(level)) {
      const path = `${prefix}${node.name}`
      if (node.type === 'relationship' || node.type === 'upload') {
        if (node.isFilter && node.relationTo.includes(slug) && found.size < MOST)
          found.set(path, { path, polymorphic: node.polymorphic })
      } else if (depth >= DEEPEST) continue
      else if (node.type === 'nested') look(node.fields, `${path}.`, depth + 1)
      else if (isRows(node))
        for (const inside of node.type === 'array' ? [node.fields] : node.blocks.map((block) => block.fields))
          look(inside, `${path}.`, depth + 1)
    }
  }
  look(fields, '', 0)
  return [...found.values()]
}
