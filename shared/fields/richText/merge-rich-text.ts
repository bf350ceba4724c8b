import type { RichTextEditor } from '../../cms/schema-model.ts'
import type { ConflictAnswer, ConflictSide, Sides } from '../../document/conflict-choice.ts'
import { mergeIds } from '../../document/merge-ids.ts'
import { isPlainJson, sameJson } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import { idsIn, withoutTakenIds } from './fresh-ids.ts'
import { matchNodes, tokenOf } from './match-nodes.ts'
import type { NodeSchema } from './merge-fields.ts'
import { mergeProperties, mergeUnit } from './merge-unit.ts'
import { hasMovedLines } from './moved-lines.ts'
import type { Alone, NodeMerging } from './node-types/node-type.ts'
import { nodeTypeAround } from './node-types/registry.ts'
import { isBlankNode, nodeId, rootOf, topNodes } from './nodes.ts'
import type { Three } from './three-way.ts'

/**
 * A node that both sides changed to different ones, or that one changed and the other removed. `null`: that side has no
 * such node. What only one side changed of it is in both, and an item of a list is shown as a list of this item.
 */
export type NodeConflict = {
  kind: 'node'
  base: Json
  mine: Json
  theirs: Json
  /** Both are there, and can stand one behind the other. */
  canKeepBoth: boolean
}
/** A property of the whole text, such as its direction; `key` of the root, or of the value around it. */
export type RootConflict = { kind: 'root'; key: string; base: Json; mine: Json; theirs: Json }
export type RichTextConflict = NodeConflict | RootConflict

export function canKeepBoth(conflict: RichTextConflict): boolean {
  return conflict.kind === 'node' && conflict.canKeepBoth
}

export type MergedText = {
  /** All that both did; of each conflict what was chosen. */
  value: Json
  /** In the order of the text; none: nobody has to decide. */
  conflicts: RichTextConflict[]
}

/**
 * Three-way merge of rich texts (SY6): what one side changed, added, removed or moved is made on top of the other's;
 * where both moved a node mine wins. Nodes have no ids and are found by what is in them (see matchNodes). What both
 * added alike is there once. Unknown nodes are nodes like any other. A node that both changed is merged by what it is
 * made of: a list by its items, a block by its fields, a table by
 * its rows and cells. What is left is a conflict.
 * `choose`: what the value has of a conflict; both, where both can stand: theirs, then mine. `schema`: null where it is not known; then what is in a block is one.
 * Null: one of the three is no rich text, so it is all or nothing:
 * two people who each wrote a text where there was none are asked.
 */
export function mergeRichText(
  base: Json,
  mine: Json,
  theirs: Json,
  choose: (conflict: RichTextConflict) => ConflictAnswer = () => 'mine',
  schema: NodeSchema | null = null,
): MergedText | null {
  return mergeTexts({ base, mine, theirs }, choose, schema, (three) => mergeUnit(schema, three))
}

/** The merge with mine of each conflict, and with theirs; null as above. What is in a node is merged once for both. */
export function mergeSides(base: Json, mine: Json, theirs: Json, schema: NodeSchema | null): Sides | null {
  const three = { base, mine, theirs }
  const units: Sides[] = []
  const one = mergeTexts(
    three,
    () => 'mine',
    schema,
    (unit) => {
      const sides = mergeUnit(schema, unit)
      units.push(sides)
      return sides
    },
  )
  if (one === null) return null
  // The same nodes come in the same order, whatever is chosen.
  const known = units.values()
  const other = mergeTexts(
    three,
    () => 'theirs',
    schema,
    (unit) => known.next().value ?? mergeUnit(schema, unit),
  )
  return other && { mine: one.value, theirs: other.value }
}

/** Merges a node that is one thing; see mergeUnit. */
type MergeUnit = (three: Three) => Sides

function mergeTexts(
  { base, mine, theirs }: Three,
  choose: (conflict: RichTextConflict) => ConflictAnswer,
  schema: NodeSchema | null,
  unit: MergeUnit,
): MergedText | null {
  const [baseRoot, mineRoot, theirRoot] = [base, mine, theirs].map((value) => rootOf(value))
  if (!baseRoot || !mineRoot || !theirRoot) return null
  const nodes = { base: topNodes(base), mine: topNodes(mine), theirs: topNodes(theirs) }
  const isMoved = hasMovedLines(nodes.base, nodes.mine) || hasMovedLines(nodes.base, nodes.theirs)
  const merge = new TextMerge(choose, schema, { theirs, movesLines: isMoved, unit })
  const children = merge.nodes(nodes)
  const root = merge.root({ base: baseRoot, mine: mineRoot, theirs: theirRoot }, 'children')
  const around = merge.root({ base, mine, theirs }, 'root')
  return { value: { ...around, root: { ...root, children } }, conflicts: merge.conflicts }
}

/** Nodes of one side by the names that they have in the merge, in their order. */
type NodesByName = Map<string, Json>

class TextMerge implements NodeMerging {
  readonly conflicts: RichTextConflict[] = []
  readonly #choose: (conflict: RichTextConflict) => ConflictAnswer
  readonly #schema: NodeSchema | null
  readonly #theirs: Json
  readonly movesLines: boolean
  readonly #mergeUnit: MergeUnit

  constructor(
    choose: (conflict: RichTextConflict) => ConflictAnswer,
    schema: NodeSchema | null,
    { theirs, movesLines, unit }: { theirs: Json; movesLines: boolean; unit: MergeUnit },
  ) {
    this.#choose = choose
    this.#schema = schema
    this.#theirs = theirs
    this.movesLines = movesLines
    this.#mergeUnit = unit
  }

  /** A side, where both is no answer. */
  #ask(conflict: RichTextConflict): ConflictSide {
    this.conflicts.push(conflict)
    const answer = this.#choose(conflict)
    return answer === 'both' ? 'mine' : answer
  }

  root(three: Three, without: string): JsonObject {
    return mergeProperties(three, without, (key, sides) => {
      const conflict: RootConflict = { kind: 'root', key, ...sides }
      return conflict[this.#ask(conflict)]
    })
  }

  nodes({ base, mine, theirs }: Three<readonly Json[]>, alone: Alone = itself): Json[] {
    const ground: NodesByName = new Map(base.map((node, at) => [`b${at}`, node]))
    const [all, others] = [named(base, mine), named(base, theirs)]
    const sides = nameNew(withAdded(ground, all, others), withAdded(ground, others, all))
    const orders = { mine: [...sides.mine.keys()], theirs: [...sides.theirs.keys()] }
    const baseOrder = [...ground.keys()]
    const chosen = new Map<string, readonly Json[]>()
    for (const name of new Set([...baseOrder, ...orders.theirs, ...orders.mine])) {
      const [was, is, other] = [ground.get(name), sides.mine.get(name), sides.theirs.get(name)]
      const isMineSame = isSame(was, is)
      if (isMineSame || isSame(is, other) || isSame(was, other)) {
        const node = isMineSame || isSame(is, other) ? other : is
        if (node !== undefined) chosen.set(name, [node])
        continue
      }
      if (is !== undefined && other !== undefined) {
        const three = { base: was ?? null, mine: is, theirs: other }
        chosen.set(name, was === undefined ? this.#unit(null, three, alone) : this.node(three, alone))
        continue
      }
      const side = this.#ask({
        kind: 'node',
        base: was === undefined ? null : alone(was),
        mine: is === undefined ? null : alone(is),
        theirs: other === undefined ? null : alone(other),
        canKeepBoth: false,
      })
      const node = sides[side].get(name)
      const gone = side === 'mine' ? 'theirs' : 'mine'
      if (node === undefined) orders[gone] = orders[gone].filter((one) => one !== name)
      else {
        chosen.set(name, [node])
        // The side that had removed it has not: it stands where it was.
        if (!sides[gone].has(name)) orders[gone] = putBack(baseOrder, orders[gone], name)
      }
    }
    return mergeIds(baseOrder, orders.mine, orders.theirs).flatMap((name) => chosen.get(name) ?? [])
  }

  /** A node that both sides changed; none where nothing is left in it. */
  node(three: Three, alone: Alone): Json[] {
    const merged = nodeTypeAround(three.base)?.merge?.(three, this, alone)
    return merged ?? this.#unit(three.base, this.#mergeUnit(three), alone)
  }

  /** Nodes of which each is the one at its place. */
  inTurn({ base, mine, theirs }: Three<readonly Json[]>, merge: (three: Three) => Json[]): Json[] {
    return theirs.flatMap((other, at) => {
      const [was, is] = [base[at] ?? null, mine[at] ?? null]
      if (sameJson(was, is) || sameJson(is, other)) return [other]
      return sameJson(was, other) ? [is] : merge({ base: was, mine: is, theirs: other })
    })
  }

  /** A node that holds others: with what became of these, and what each side says of it itself. */
  holder(three: Three, children: Json[], alone: Alone): JsonObject[] {
    const of = (side: ConflictSide): JsonObject => ({
      ...mergeProperties(three, 'children', (_key, sides) => sides[side]),
      children,
    })
    const [mine, theirs] = [of('mine'), of('theirs')]
    if (sameJson(mine, theirs)) return children.length === 0 ? [] : [theirs]
    const was = { ...(isPlainJson(three.base) && three.base), children }
    const side = this.#ask({
      kind: 'node',
      base: alone(was),
      mine: alone(mine),
      theirs: alone(theirs),
      canKeepBoth: false,
    })
    // Asked even so: how much is asked does not depend on what is answered.
    if (children.length === 0) return []
    return [side === 'mine' ? mine : theirs]
  }

  /** A node that is one thing; `mine`, `theirs`: what each side would make of it. */
  #unit(base: Json, { mine, theirs }: Sides, alone: Alone): Json[] {
    if (sameJson(mine, theirs)) return [theirs]
    const conflict: NodeConflict = {
      kind: 'node',
      base: base === null ? null : alone(base),
      mine: alone(mine),
      theirs: alone(theirs),
      canKeepBoth: true,
    }
    this.conflicts.push(conflict)
    const answer = this.#choose(conflict)
    if (answer !== 'both') return [answer === 'mine' ? mine : theirs]
    const taken = idsIn(topNodes(this.#theirs))
    return [theirs, withoutTakenIds(this.#schema?.editor ?? null, mine, taken)]
  }
}

/** Two texts of which neither was made of the other as one: theirs, then mine. Null: one of them is no text. */
export function bothTexts(editor: RichTextEditor | null, mine: Json, theirs: Json): { value: Json } | null {
  const root = rootOf(theirs)
  if (root === null || rootOf(mine) === null || !isPlainJson(theirs)) return null
  const taken = idsIn(topNodes(theirs))
  const behind = topNodes(mine).map((node) => withoutTakenIds(editor, node, taken))
  return { value: { ...theirs, root: { ...root, children: [...topNodes(theirs), ...behind] } } }
}

function itself(node: Json): Json {
  return node
}

/** Both are there and equal, or neither is there. */
function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b)
}

function putBack(base: readonly string[], order: readonly string[], name: string): string[] {
  const here = new Set(order)
  const before = base.slice(0, base.indexOf(name)).findLast((one) => here.has(one))
  return order.toSpliced(before === undefined ? 0 : order.indexOf(before) + 1, 0, name)
}

/** The nodes that were there before by their place there, new ones by `+` and theirs. */
function named(base: readonly Json[], nodes: readonly Json[]): NodesByName {
  const found = matchNodes(base, nodes)
  return new Map(nodes.map((node, at) => [typeof found[at] === 'number' ? `b${found[at]}` : `+${at}`, node]))
}

/**
 * A node that looks like one of the base written anew, and is just what the other side added, was added here too: it
 * is what became of an earlier merge.
 */
function withAdded(ground: NodesByName, nodes: NodesByName, others: NodesByName): NodesByName {
  const added = new Set(
    [...others].flatMap(([name, node]) =>
      name.startsWith('+') && !isBlankNode(node) ? [tokenOf(node)] : [],
    ),
  )
  if (added.size === 0) return nodes
  return new Map(
    [...nodes].map(([name, node]) => {
      const isNew = !isSame(ground.get(name), node) && added.has(tokenOf(node))
      return [isNew && !name.startsWith('+') ? `+${name}` : name, node]
    }),
  )
}

/** Gives nodes that both sides added alike one name, and the others names of their own. */
function nameNew(mine: NodesByName, theirs: NodesByName): { mine: NodesByName; theirs: NodesByName } {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const keyOf of [byId, byPlace, byWords]) {
    const open = new Map<string, string[]>()
    for (const [name, key] of keyed(theirs, keyOf))
      if (!taken.has(name)) open.set(key, [...(open.get(key) ?? []), name])
    for (const [name, key] of keyed(mine, keyOf)) {
      const same = names.has(name) ? undefined : open.get(key)?.shift()
      if (same === undefined) continue
      names.set(name, same)
      taken.add(same)
    }
  }
  const rename = (nodes: NodesByName, nameOf: (name: string) => string): NodesByName =>
    new Map([...nodes].map(([name, node]) => [name.startsWith('+') ? nameOf(name) : name, node]))
  return {
    mine: rename(mine, (name) => (names.has(name) ? `t${names.get(name) ?? ''}` : `m${name}`)),
    theirs: rename(theirs, (name) => `t${name}`),
  }
}

type NewKey = (node: Json, after: string) => string | null

const byId: NewKey = (node) => nodeId(node)
/** Equal nodes behind the same node that was there before. */
const byPlace: NewKey = (node, after) => `${after} ${tokenOf(node)}`
const byWords: NewKey = (node) => (isBlankNode(node) ? null : tokenOf(node))

function keyed(nodes: NodesByName, keyOf: NewKey): [name: string, key: string][] {
  let after = ''
  return [...nodes].flatMap(([name, node]): [string, string][] => {
    if (!name.startsWith('+')) {
      after = name
      return []
    }
    const key = keyOf(node, after)
    return key === null ? [] : [[name, key]]
  })
}
