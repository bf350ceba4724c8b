import type { Field, RichTextEditor } from '../../cms/schema-model.ts'
import { asSeen, asStored } from '../../document/project.ts'
import { newRowId } from '../../document/row-index.ts'
import { withFreshRows } from '../../document/row-operations.ts'
import { nodeFields } from './node-fields.ts'
import { nodeTypeOf } from './node-types/registry.ts'
import { childrenOf, fieldsOf, nodeId, rootOf } from './nodes.ts'
import { isPlainJson, own } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'

/**
 * Returns a copy of a node with new ids for itself, and for the rows and rich text nodes in its fields.
 * Without a schema of the node, rows keep their ids.
 */
export function withFreshNodeIds(editor: RichTextEditor | null, data: JsonObject): JsonObject {
  const fields = fieldsOf(data)
  const known = editor === null ? null : nodeFields(editor, data)
  const inside = known === null ? fields : freshRows(known, fields)
  const hasIdInFields = nodeTypeOf(data)?.idIn === 'fields'
  return {
    ...data,
    ...(own(data, 'id') !== undefined && { id: newRowId() }),
    ...(isPlainJson(own(data, 'fields')) && {
      fields: freshTexts({ ...inside, ...(hasIdInFields && { id: newRowId() }) }),
    }),
  }
}

/** Returns a copy of a node with new ids for itself and all nodes in it (see withFreshNodeIds). */
export function withFreshIds(editor: RichTextEditor | null, node: Json): Json {
  if (!isPlainJson(node)) return node
  const children = own(node, 'children')
  return {
    ...withFreshNodeIds(editor, node),
    ...(Array.isArray(children) && { children: children.map((child) => withFreshIds(editor, child)) }),
  }
}

/** Gives new ids to those nodes, at any depth, whose ids are taken. */
export function withoutTakenIds(editor: RichTextEditor | null, node: Json, taken: ReadonlySet<string>): Json {
  if (!isPlainJson(node)) return node
  const id = nodeId(node)
  const children = own(node, 'children')
  return {
    ...(id !== null && taken.has(id) ? withFreshNodeIds(editor, node) : node),
    ...(Array.isArray(children) && {
      children: children.map((child) => withoutTakenIds(editor, child, taken)),
    }),
  }
}

/** The ids of these nodes and of all their descendants. */
export function idsIn(nodes: readonly Json[]): Set<string> {
  const ids = new Set<string>()
  const look = (node: Json): void => {
    const id = nodeId(node)
    if (id !== null) ids.add(id)
    childrenOf(node).forEach(look)
  }
  nodes.forEach(look)
  return ids
}

function freshRows(fields: Field[], data: JsonObject): JsonObject {
  return asSeen(fields, withFreshRows(fields, asStored(fields, data)))
}

/** Gives new ids to the nodes of all rich texts in these fields. */
function freshTexts(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, freshText(value)]))
}

function freshText(value: Json): Json {
  if (Array.isArray(value)) return value.map(freshText)
  if (!isPlainJson(value)) return value
  const root = rootOf(value)
  return root === null ? freshTexts(value) : { ...value, root: withFreshIds(null, root) }
}
