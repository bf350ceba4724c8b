import { isPlainJson, own, sameJson } from '../../json.ts'
import type { Json } from '../../json.ts'
import { matchNodes } from './match-nodes.ts'
import type { KeyOf } from './match-nodes.ts'
import { childrenOf, rootOf, typeOf, wordsOf } from './nodes.ts'

/**
 * An editor drops what it does not know when it exports a text, adds properties of its own, and writes its own
 * version numbers. What is stored is therefore not what it exports, but what was received with what was edited in it.
 */

/** A top-level node of an editor. `received`: what it was made of, mostly one node, several where the editor joined lists. */
export type EditorNode =
  /** Nobody has edited it since it was loaded. */
  | { kind: 'untouched'; received: readonly Json[] }
  /** `loaded`: what the editor exported of it before the first edit; `exported`: what it exports now. */
  | { kind: 'edited'; received: readonly Json[]; loaded: Json; exported: Json }
  /** It was not there before: written, pasted, split off. */
  | { kind: 'new'; exported: Json }

/** The root of a text that had none. */
const NEW_ROOT = { type: 'root', version: 1, format: '', indent: 0, direction: null }

/**
 * The value to store for what is in an editor: untouched nodes as they were received, the same objects; of edited ones
 * what was edited. Where nothing was done, it is the received value itself. `keyOf`: what the editor knows its
 * exported nodes by; without it nodes in an edited one are found by what is in them.
 */
export function valueOfEditor(received: Json, nodes: readonly EditorNode[], keyOf?: KeyOf): Json {
  const root = rootOf(received)
  const children = nodes.flatMap((node) => storedNodes(node, keyOf))
  const before = childrenOf(root ?? undefined)
  const isSame = before.length === children.length && children.every((child, at) => child === before[at])
  if (root === null) return { root: { ...NEW_ROOT, children } }
  return isSame ? received : { ...(isPlainJson(received) ? received : {}), root: { ...root, children } }
}

/** What is stored for a top-level node. */
export function storedNodes(node: EditorNode, keyOf: KeyOf | undefined): readonly Json[] {
  if (node.kind === 'untouched') return node.received
  if (node.kind === 'new') return [node.exported]
  const { received, loaded, exported } = node
  if (sameJson(loaded, exported)) return received
  const isPart = (one: Json): boolean => typeOf(one) === typeOf(loaded)
  const parts = received.filter(isPart)
  const [first = null] = parts
  const whole =
    parts.length > 1 && isPlainJson(first) ? { ...first, children: parts.flatMap(childrenOf) } : first
  const stored = restore(whole, loaded, exported, keyOf) ?? exported
  // What the editor could not load stays beside it.
  return parts.length === 0
    ? [...received, stored]
    : received.flatMap((one) => (one === first ? [stored] : isPart(one) ? [] : [one]))
}

/** `received` with the difference between `loaded` and `exported` made in it. */
function restore(
  received: Json | undefined,
  loaded: Json | undefined,
  exported: Json | undefined,
  keyOf: KeyOf | undefined,
): Json | undefined {
  if (sameJson(loaded, exported)) return received
  if (Array.isArray(received) && Array.isArray(loaded) && Array.isArray(exported))
    return restoreItems(received, loaded, exported, keyOf)
  if (!isPlainJson(received) || !isPlainJson(loaded) || !isPlainJson(exported)) return exported
  const entries = Object.keys({ ...received, ...exported }).flatMap((key): [string, Json][] => {
    const value = restore(own(received, key), own(loaded, key), own(exported, key), keyOf)
    return value === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries(entries)
}

/** Nodes in a node, or rows in its fields. */
function restoreItems(
  received: readonly Json[],
  loaded: readonly Json[],
  exported: readonly Json[],
  keyOf: KeyOf | undefined,
): Json[] {
  if (![received, loaded, exported].every((items) => items.every(isPlainJson))) return [...exported]
  const found = matchNodes(loaded, exported, keyOf)
  const origins = originsOf(received, loaded)
  const items: Json[] = []
  const placed = new Map<number, number>()
  for (const [at, item] of exported.entries()) {
    const was = found[at] ?? pieceOf(loaded, item)
    const origin = was === null ? null : (origins[was] ?? null)
    const before = origin === null ? undefined : received[origin]
    const isPiece = found[at] === null
    const from = was === null ? undefined : loaded[was]
    items.push((before !== undefined && restore(before, from, item, keyOf)) || item)
    if (origin !== null && !isPiece) placed.set(origin, items.length - 1)
  }
  return withDropped(received, items, origins, placed)
}

/** For each item that the editor has: where it was received. */
function originsOf(received: readonly Json[], loaded: readonly Json[]): (number | null)[] {
  const isOneToOne =
    received.length === loaded.length && received.every((item, at) => typeOf(item) === typeOf(loaded[at]))
  return isOneToOne ? [...loaded.keys()] : matchNodes(received, loaded)
}

/** A run of text that was split keeps in each part what it had as a whole. */
function pieceOf(loaded: readonly Json[], item: Json): number | null {
  const words = wordsOf(item)
  if (typeOf(item) !== 'text' || words.trim() === '') return null
  const at = loaded.findIndex((one) => typeOf(one) === 'text' && wordsOf(one).includes(words))
  return at < 0 ? null : at
}

/** With the nodes that the editor could not load: nobody has seen them, so nobody has removed them. */
function withDropped(
  received: readonly Json[],
  items: Json[],
  origins: readonly (number | null)[],
  placed: ReadonlyMap<number, number>,
): Json[] {
  const known = new Set(origins)
  // Neighbouring runs of text become one in an editor: they are in it, though not as nodes of their own.
  const dropped = [...received.keys()].filter(
    (at) => !known.has(at) && !(typeOf(received[at]) === 'text' && wordsOf(received[at]) !== ''),
  )
  let next = items
  for (const at of dropped.toReversed()) {
    const before = Array.from({ length: at }, (_, index) => placed.get(at - 1 - index)).find(
      (place) => place !== undefined,
    )
    next = next.toSpliced(before === undefined ? 0 : before + 1, 0, received[at] ?? null)
  }
  return next
}

/**
 * A text in which documents are named by their ids, whatever the depth at which it was read: a whole document in a
 * link, an upload or a relationship would be stored as part of the text. The same object where there is none.
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
