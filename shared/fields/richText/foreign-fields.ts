import { dataFields, isRows, rowFields } from '../../cms/fields.ts'
import type { DataNode } from '../../cms/fields.ts'
import type { Field, RichTextEditor } from '../../cms/schema-model.ts'
import { documentAt } from './links.ts'
import { paragraphNode, rootOf, topNodes } from './nodes.ts'
import { isPlainJson } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'

export type ForeignOptions = {
  /** Called for each document that is left out, with its collection; '' if that is not known. */
  leave: (slug: string) => void
  /** Returns the id as this server could have it; null if it could not have it. */
  likelyId: (slug: string, id: Json) => string | number | null
  /** Converts the nodes of a rich text to nodes that its editor offers. */
  offer: (nodes: Json[], config: RichTextEditor) => Json[]
}

/**
 * The fields of a node from another server, in one locale, without references: ids mean other documents here.
 * If the server is not known, ids that could exist here stay. Rich texts are reduced to what their editors
 * offer.
 */
export function foreignFields(fields: Field[], data: JsonObject, options: ForeignOptions): JsonObject {
  const nodes = new Map(dataFields(fields).map((node) => [node.name, node]))
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]): [string, Json][] => {
      const node = nodes.get(key)
      const kept = node === undefined ? withoutDocuments(value, options) : foreignValue(node, value, options)
      return kept === undefined ? [] : [[key, kept]]
    }),
  )
}

function foreignValue(node: DataNode, value: Json, options: ForeignOptions): Json | undefined {
  if (value === null) return value
  if (node.type === 'nested')
    return isPlainJson(value) ? foreignFields(node.fields, value, options) : undefined
  if (isRows(node)) {
    if (!Array.isArray(value)) return undefined
    return value.filter(isPlainJson).map((row) => foreignFields(rowFields(node, row) ?? [], row, options))
  }
  if ('relationTo' in node || node.type === 'join') {
    if (node.type === 'join') return undefined
    const kept = (Array.isArray(value) ? value : [value]).flatMap(
      (item) => likelyDocument(node.relationTo, item, options) ?? [],
    )
    return Array.isArray(value) && kept.length > 0 ? kept : kept[0]
  }
  if (node.type === 'richText' && node.editor !== null) {
    const root = rootOf(value)
    if (root === null || !isPlainJson(value)) return undefined
    const children = options.offer(topNodes(value), node.editor)
    return { ...value, root: { ...root, children: children.length === 0 ? [paragraphNode([])] : children } }
  }
  return node.type === 'json' ? value : withoutDocuments(value, options)
}

/**
 * A document that a field names, by its id alone or with its collection; null: it is left out, and `leave` is
 * called.
 */
function likelyDocument(
  slugs: readonly string[],
  item: Json,
  { likelyId, leave }: ForeignOptions,
): Json | null {
  const named = documentAt(item)
  const slug = named?.slug ?? slugs[0] ?? ''
  const id = slugs.includes(slug) ? likelyId(slug, named?.id ?? item) : null
  if (id === null) leave(slug)
  return id === null || named === null ? id : { relationTo: slug, value: id }
}

/** Removes the documents that name their collection from a value, at any depth. */
function withoutDocuments(value: Json, options: ForeignOptions): Json | undefined {
  const document = documentAt(value)
  if (document !== null) {
    options.leave(document.slug)
    return undefined
  }
  if (Array.isArray(value)) return value.flatMap((item) => withoutDocuments(item, options) ?? [])
  if (!isPlainJson(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): [string, Json][] => {
      const kept = withoutDocuments(item, options)
      return kept === undefined ? [] : [[key, kept]]
    }),
  )
}
