import { isPlainJson, own, sameJson } from '../../json.ts'
import type { Json } from '../../json.ts'
import { childrenOf, rootOf } from './nodes.ts'

/**
 * An editor drops what it does not know when it exports a text, adds properties, and writes its own version
 * numbers. So the stored text is the received one with the edits applied, not the export. Nodes are matched
 * in `renderer/richtext/binding`.
 */

/** The root of a text that had none. */
const NEW_ROOT = { type: 'root', version: 1, format: '', indent: 0, direction: null }

/** A text with these top-level nodes; the same text if they are the same objects as before. */
export function withTopNodes(text: Json, nodes: readonly Json[]): Json {
  const root = rootOf(text)
  if (root === null) return nodes.length === 0 ? text : { root: { ...NEW_ROOT, children: [...nodes] } }
  const before = childrenOf(root)
  const isSame = before.length === nodes.length && nodes.every((child, at) => child === before[at])
  return isSame ? text : { ...(isPlainJson(text) ? text : {}), root: { ...root, children: [...nodes] } }
}

/**
 * Applies edits of a node to its received form: the difference between what the editor exported after loading
 * it (`loaded`) and what it exports now. The caller puts in the children.
 */
export function restoreOwn(received: Json, loaded: Json, exported: Json): Json {
  return restore(received, loaded, exported) ?? exported
}

function restore(
  received: Json | undefined,
  loaded: Json | undefined,
  exported: Json | undefined,
): Json | undefined {
  if (sameJson(loaded, exported)) return received
  if (!isPlainJson(received) || !isPlainJson(loaded) || !isPlainJson(exported)) return exported
  const entries = Object.keys({ ...received, ...exported }).flatMap((key): [string, Json][] => {
    const value = restore(own(received, key), own(loaded, key), own(exported, key))
    return value === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries(entries)
}

/** A node with these children. A stored `children` that is no list is kept while there are none. */
export function withChildren(node: Json, children: readonly Json[]): Json {
  if (!isPlainJson(node)) return node
  const isOdd = Object.hasOwn(node, 'children') && !Array.isArray(own(node, 'children'))
  return isOdd && children.length === 0 ? node : { ...node, children: [...children] }
}

/**
 * Replaces whole documents in links, uploads and relationships by their ids, since they would be stored with
 * the text. Returns the same object if there are none.
 */
export function withoutPopulated<T extends Json>(value: T): T
export function withoutPopulated(value: Json): Json {
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutPopulated(item))
    return items.every((item, at) => item === value[at]) ? value : items
  }
  if (!isPlainJson(value)) return value
  const pointsAt = typeof own(value, 'relationTo') === 'string'
  const entries = Object.entries(value).map(([key, item]): [string, Json] => {
    const id = pointsAt && key === 'value' && isPlainJson(item) ? own(item, 'id') : undefined
    return [key, id ?? withoutPopulated(item)]
  })
  return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries)
}
