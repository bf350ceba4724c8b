import type { RelationField } from '../../../shared/cms/schema-model.ts'
import { documentAt } from '../../../shared/fields/richText/links.ts'
import { isPlainJson } from '../../../shared/json.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'

export type PointingKind = 'upload' | 'relationship'

/** Returns a relationship field that refers to one document, as an upload or relationship node does. */
export function fieldOfKind(kind: PointingKind, collections: readonly string[]): RelationField {
  const all = {
    schemaPath: '',
    label: null,
    description: null,
    hidden: false,
    disabled: false,
    readOnly: false,
    width: null,
    position: 'main' as const,
    hasCondition: false,
    component: null,
    name: kind,
    required: true,
    localized: false,
    unique: false,
    editsMany: false,
    hasComputedDefault: false,
    isColumn: false,
    isFilter: false,
    canSort: false,
    placeholder: null,
    defaultValue: null,
    relationTo: [...collections],
    polymorphic: true,
    hasMany: false,
    minRows: null,
    maxRows: null,
    isSortable: false,
    allowCreate: true,
    allowEdit: true,
    appearance: 'drawer' as const,
    sortOptions: {},
    filterOptions: null,
    hasFilterFunction: false,
  }
  return kind === 'upload' ? { ...all, type: 'upload', seo: null } : { ...all, type: 'relationship' }
}

/**
 * Returns the document of a node as the value of fieldOfKind's field: by id, also if the node holds the whole
 * document.
 */
export function valueOfNode(data: JsonObject): Json {
  const ref = documentAt(data)
  return ref === null ? null : { relationTo: ref.slug, value: ref.id }
}

/**
 * Returns a node's data with another document. The fields are cleared if its collection differs, since each
 * collection has its own.
 */
export function pointingAt(data: JsonObject, slug: string, id: string | number): JsonObject {
  const isOther = documentAt(data)?.slug !== slug
  const next: JsonObject = { ...data, relationTo: slug, value: id }
  return isOther && isPlainJson(data['fields']) ? { ...next, fields: {} } : next
}
