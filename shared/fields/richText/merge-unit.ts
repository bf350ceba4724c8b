import { eachSide, type ConflictSide, type Sides } from '../../document/conflict-choice.ts'
import { isPlainJson, own, sameJson } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import { mergeFields, type NodeSchema } from './merge-fields.ts'
import { nodeFields } from './node-fields.ts'
import { nodeTypeAround } from './node-types/registry.ts'
import { childrenOf, fieldsOf, nodeId, typeOf } from './nodes.ts'
import type { Three } from './three-way.ts'

/**
 * A node that is one thing, as a paragraph or a block is, and that both sides changed: with all that only one of them
 * changed, and of what both did as each side has it. The two are the same where nobody has to be asked.
 */
export function mergeUnit(schema: NodeSchema | null, three: Three): Sides {
  return (schema && mergeNode(schema, three)) ?? mergeWords(schema, three)
}

/** A block, an upload or a link: the fields by their schema. Null: it is none on one side, or another one there. */
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
 * Words are one; the fields of links and inline blocks among them are merged wherever they stand, and whether an item
 * of a list is ticked has nothing to do with its words.
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

/** Nodes in a node that are merged by their fields, by id. */
type Parts = ReadonlyMap<string, Sides<JsonObject>>

/** The merged parts that all three sides have once, without their words. */
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

/** The nodes with an id that are in another one, without what is in them; null: two have that id. */
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

/** With nothing but its words in the place of each part. */
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

/** The side that changed, where the other did not or did the same; null: both changed. */
function yielding<T extends Json | undefined>({ base, mine, theirs }: Three<T>): { value: T } | null {
  if (sameJson(base, mine) || sameJson(mine, theirs)) return { value: theirs }
  return sameJson(base, theirs) ? { value: mine } : null
}

/** The properties of three objects, each as it is on the side that changed it; `decide` where both did. */
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
