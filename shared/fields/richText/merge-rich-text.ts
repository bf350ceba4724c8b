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
 * A node that both sides changed differently, or that one changed and the other removed (null). Both versions
 * have the edits that only one side made. A list item is shown as a list of this item.
 */
export type NodeConflict = {
  kind: 'node'
  base: Json
  mine: Json
  theirs: Json
  /** True if both versions exist and can be kept one after the other. */
  canKeepBoth: boolean
}
/** A property of the whole text, such as its direction; `key` of the root, or of the value around it. */
export type RootConflict = { kind: 'root'; key: string; base: Json; mine: Json; theirs: Json }
export type RichTextConflict = NodeConflict | RootConflict

export function canKeepBoth(conflict: RichTextConflict): boolean {
  return conflict.kind === 'node' && conflict.canKeepBoth
}

export type MergedText = {
  /** The text with the edits of both sides, and the chosen version of each conflict. */
  value: Json
  /** Conflicts in the order of the text; empty: nobody has to decide. */
  conflicts: RichTextConflict[]
}

/**
 * Three-way merge of rich texts (SY6). Nodes are matched by content (see matchNodes); if both sides moved a
 * node, mine wins; a node that both added alike is kept once. Lists merge by item, blocks by field, tables by
 * cell.
 * - `choose`: the version to use for a conflict. 'both' keeps theirs, then mine, where both can be kept.
 * - `schema`: null if not known; a block is then merged as a whole.
 * Null: one of the three is no rich text, so the conflict is about the whole text.
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

/**
 * Merges once with my and once with their version of each conflict; null: see mergeRichText. Single nodes are
 * merged once for both.
 */
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
  // Nodes come in the same order whatever is chosen, so the results are reused in order.
  const known = units.values()
  const other = mergeTexts(
    three,
    () => 'theirs',
    schema,
    (unit) => known.next().value ?? mergeUnit(schema, unit),
  )
  return other && { mine: one.value, theirs: other.value }
}

/** Merges a single node; see mergeUnit. */
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

/** The nodes of one side, in order, by their names in the merge. */
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

  /** The chosen side of a conflict that cannot keep both; 'both' counts as mine. */
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
        // The removal is undone: the node returns to its old position.
        if (!sides[gone].has(name)) orders[gone] = putBack(baseOrder, orders[gone], name)
      }
    }
    return mergeIds(baseOrder, orders.mine, orders.theirs).flatMap((name) => chosen.get(name) ?? [])
  }

  /** Merges a node that both sides changed; empty if nothing of it is left. */
  node(three: Three, alone: Alone): Json[] {
    const merged = nodeTypeAround(three.base)?.merge?.(three, this, alone)
    return merged ?? this.#unit(three.base, this.#mergeUnit(three), alone)
  }

  /** Merges nodes by index: the sides have the same nodes in the same order. */
  inTurn({ base, mine, theirs }: Three<readonly Json[]>, merge: (three: Three) => Json[]): Json[] {
    return theirs.flatMap((other, at) => {
      const [was, is] = [base[at] ?? null, mine[at] ?? null]
      if (sameJson(was, is) || sameJson(is, other)) return [other]
      return sameJson(was, other) ? [is] : merge({ base: was, mine: is, theirs: other })
    })
  }

  /**
   * A node with its merged children. Its own properties are merged, too; if both sides changed one, it is a
   * conflict.
   */
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
    // The question comes before this check: the number of conflicts must not depend on the answers.
    if (children.length === 0) return []
    return [side === 'mine' ? mine : theirs]
  }

  /** Chooses between the two merged versions of a single node, if they differ. */
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

/** Joins two texts without a common base: theirs, then mine. Null: one of them is no rich text. */
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

/** True if both are present and equal, or both are missing. */
function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b)
}

function putBack(base: readonly string[], order: readonly string[], name: string): string[] {
  const here = new Set(order)
  const before = base.slice(0, base.indexOf(name)).findLast((one) => here.has(one))
  return order.toSpliced(before === undefined ? 0 : order.indexOf(before) + 1, 0, name)
}

/** Names the nodes of a side: `b` and the index in the base, or `+` and the own index for new ones. */
function named(base: readonly Json[], nodes: readonly Json[]): NodesByName {
  const found = matchNodes(base, nodes)
  return new Map(nodes.map((node, at) => [typeof found[at] === 'number' ? `b${found[at]}` : `+${at}`, node]))
}

/**
 * Treats a changed base node as new if it equals a node that the other side added: it stems from an earlier
 * merge.
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
/** Matches equal nodes behind the same base node. */
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
