import { eachSide, type ConflictSide, type Sides } from '../../document/conflict-choice.ts'
import { isPlainJson, own, sameJson } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import { mergeFields, type NodeSchema } from './merge-fields.ts'
import { nodeFields } from './node-fields.ts'
import { nodeTypeAround } from './node-types/registry.ts'
import { childrenOf, fieldsOf, nodeId, typeOf } from './nodes.ts'
import type { Three } from './three-way.ts'

/**
 * Merges a single node, such as a paragraph or a block, that both sides changed: once with my and once with
 * their version of each conflict. Without conflicts both results are equal.
 */
export function mergeUnit(schema: NodeSchema | null, three: Three): Sides {
  return (schema && mergeNode(schema, three)) ?? mergeWords(schema, three)
}

/**
 * Merges the fields of a block, an upload or a link by their schema. Null: a side has another node, or the
 * fields cannot be merged.
 */
function mergeNode({ editor, types }: NodeSchema, three: Three): Sides<JsonObject> | null {
  const { base, mine, theirs } = three
  const fields = nodeFields(editor, base)
  const id = nodeId(base)
  const isSame = (node: Json): boolean =>
    typeOf(node) === typeOf(base) && nodeId(node) === id && nodeFields(editor, node) === fields
  if (fields === null || id === null || !isSame(mine) || !isSame(theirs)) return null
  const data = { base: fieldsOf(base), mine: fieldsOf(mine), theirs: fieldsOf(theirs) }
  const one = yielding(data)
  const merged = one === null ? mergeFields(fields, types, data) : eachSide(() => one.value)
  if (merged === null) return null
  return eachSide((side) => ({
    ...mergeProperties(three, 'fields', (_key, sides) => sides[side]),
    fields: merged[side],
  }))
}

/**
 * Merges a text as one value, except for links and inline blocks in it, which are merged by their fields, and
 * the tick of a list item, which is merged apart from its words.
 */
function mergeWords(schema: NodeSchema | null, three: Three): Sides {
  const parts: Parts = schema === null ? new Map() : mergedParts(schema, three)
  const bare = {
    base: withoutParts(three.base, parts),
    mine: withoutParts(three.mine, parts),
    theirs: withoutParts(three.theirs, parts),
  }
  const areByProperty = [three.base, three.mine, three.theirs].every(
    (node) => nodeTypeAround(node)?.mergesProperties?.(node) === true,
  )
  return eachSide((side) => {
    const merged = areByProperty
      ? mergeProperties(bare, null, (_key, sides) => sides[side])
      : (yielding(bare) ?? { value: bare[side] }).value
    return withParts(merged, parts, side)
  })
}

/** The merged links and inline blocks of a node, by id. */
type Parts = ReadonlyMap<string, Sides<JsonObject>>

/** Merges the parts that occur exactly once on each side, without their children. */
function mergedParts(schema: NodeSchema, three: Three): Parts {
  const { base, mine, theirs } = {
    base: partsIn(three.base),
    mine: partsIn(three.mine),
    theirs: partsIn(three.theirs),
  }
  return new Map(
    [...base].flatMap(([id, was]): [string, Sides<JsonObject>][] => {
      const [is, other] = [mine.get(id), theirs.get(id)]
      if (was === null || is == null || other == null) return []
      const merged = mergeNode(schema, { base: was, mine: is, theirs: other })
      return merged === null ? [] : [[id, merged]]
    }),
  )
}

/** The nodes with an id inside another one, without their children; null: two nodes share the id. */
function partsIn(node: Json): Map<string, JsonObject | null> {
  const found = new Map<string, JsonObject | null>()
  const look = (inside: Json): void => {
    const id = nodeId(inside)
    if (id !== null && isPlainJson(inside)) {
      const { children: _children, ...part } = inside
      found.set(id, found.has(id) ? null : part)
    }
    childrenOf(inside).forEach(look)
  }
  childrenOf(node).forEach(look)
  return found
}

/** Replaces each part by a placeholder that keeps only its children. */
function withoutParts(node: Json, parts: Parts): Json {
  return mapParts(node, (part, id) => (parts.has(id) ? { type: PLACE, id, ...childrenIn(part) } : part))
}

function withParts(node: Json, parts: Parts, side: ConflictSide): Json {
  return mapParts(node, (part, id) => {
    const sides = typeOf(part) === PLACE ? parts.get(id) : undefined
    return sides === undefined ? part : { ...sides[side], ...childrenIn(part) }
  })
}

const PLACE = 'part'

function childrenIn(node: JsonObject): JsonObject {
  const children = own(node, 'children')
  return children === undefined ? {} : { children }
}

function mapParts(node: Json, map: (part: JsonObject, id: string) => JsonObject): Json {
  if (!isPlainJson(node)) return node
  const children = own(node, 'children')
  if (!Array.isArray(children)) return node
  const inside = children.map((child) => {
    const next = mapParts(child, map)
    const id = nodeId(next)
    return id === null || !isPlainJson(next) ? next : map(next, id)
  })
  return { ...node, children: inside }
}

/** The merged value if only one side changed it, or both alike; null: both changed it differently. */
function yielding<T extends Json | undefined>({ base, mine, theirs }: Three<T>): { value: T } | null {
  if (sameJson(base, mine) || sameJson(mine, theirs)) return { value: theirs }
  return sameJson(base, theirs) ? { value: mine } : null
}

/** Merges the properties of three objects one by one; `decide` is called for one that both sides changed. */
export function mergeProperties(
  three: Three,
  without: string | null,
  decide: (key: string, sides: Three) => Json,
): JsonObject {
  const at = (side: Json, key: string): Json | undefined => (isPlainJson(side) ? own(side, key) : undefined)
  const { base, mine, theirs } = three
  const keys = [theirs, mine].flatMap((side) => (isPlainJson(side) ? Object.keys(side) : []))
  return Object.fromEntries(
    [...new Set(keys)].flatMap((key): [string, Json][] => {
      if (key === without) return []
      const [was, is, other] = [at(base, key), at(mine, key), at(theirs, key)]
      const one = yielding({ base: was, mine: is, theirs: other })
      const value =
        one === null ? decide(key, { base: was ?? null, mine: is ?? null, theirs: other ?? null }) : one.value
      return value === undefined ? [] : [[key, value]]
    }),
  )
}
