import { isPlainJson, own } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'

/**
 * The JSON of a rich text: `{ root: { children: [node, …] } }`. The server accepts any node, so any property
 * may be missing, unknown or of another type. These readers return defaults for such properties, and never
 * change a node.
 */

/** The root of a rich text; null: the value is none. */
export function rootOf(value: Json | undefined): JsonObject | null {
  const root = isPlainJson(value) ? own(value, 'root') : undefined
  return isPlainJson(root) ? root : null
}

/** The nodes directly in a node or root. */
export function childrenOf(node: Json | undefined): Json[] {
  const children = isPlainJson(node) ? own(node, 'children') : undefined
  return Array.isArray(children) ? children : []
}

/** The top-level nodes of a rich text; none where the value is no rich text. */
export function topNodes(value: Json | undefined): Json[] {
  return childrenOf(rootOf(value) ?? undefined)
}

/** The type of a node, '' where it has none. */
export function typeOf(node: Json | undefined): string {
  return textAt(node, 'type') ?? ''
}

/** The `fields` of a block, upload or link; empty if it has none. */
export function fieldsOf(node: Json | undefined): JsonObject {
  const fields = isPlainJson(node) ? own(node, 'fields') : undefined
  return isPlainJson(fields) ? fields : {}
}

/** The permanent id of a node: the one in its `fields`, otherwise its own. */
export function nodeId(node: Json | undefined): string | null {
  if (!isPlainJson(node)) return null
  return textAt(fieldsOf(node), 'id') ?? textAt(node, 'id')
}

/** True if a rich text has a node with the id, at any depth. */
export function hasNode(value: Json | undefined, id: string): boolean {
  const isIn = (node: Json): boolean => nodeId(node) === id || childrenOf(node).some(isIn)
  return topNodes(value).some(isIn)
}

/** Builds an element in the shape that the server stores. */
export function elementNode(type: string, children: Json[], more: JsonObject = {}): JsonObject {
  return { type, version: 1, format: '', indent: 0, direction: null, children, ...more }
}

export function paragraphNode(children: Json[]): JsonObject {
  return elementNode('paragraph', children, { textFormat: 0, textStyle: '' })
}

/** Joins lines of inline nodes, with line breaks between them. */
export function withBreaks(lines: readonly Json[][]): Json[] {
  return lines.flatMap((line, at) => (at === 0 ? line : [{ type: 'linebreak', version: 1 }, ...line]))
}

/** The id of the document that a node names, as it is stored: a number stays one. */
export function documentId(node: JsonObject): Json {
  const value = own(node, 'value')
  return (isPlainJson(value) ? own(value, 'id') : value) ?? null
}

/** The words in a node; those of its children are joined without a separator. */
export function wordsOf(node: Json | undefined): string {
  return textAt(node, 'text') ?? childrenOf(node).map(wordsOf).join('')
}

/** Keys that do not make a node recognisable: type, formatting and children. */
const LOOKS: ReadonlySet<string> = new Set(
  'type version format indent direction children textFormat textStyle tag'.split(' '),
)

/** True if a node has no content to recognise it by, such as an empty paragraph or a rule. */
export function isBlankNode(node: Json | undefined): boolean {
  if (!isPlainJson(node)) return true
  return Object.keys(node).every((key) => LOOKS.has(key)) && childrenOf(node).every(isBlankNode)
}

function textAt(node: Json | undefined, key: string): string | null {
  const value = isPlainJson(node) ? own(node, key) : undefined
  return typeof value === 'string' ? value : null
}
