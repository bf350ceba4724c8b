import { mergeIds } from '../../document/merge-ids.ts'
import { isPlainJson, own, sameJson } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import { matchNodes, tokenOf } from './match-nodes.ts'
import { isBlankNode, nodeId, rootOf, topNodes } from './nodes.ts'

/**
 * A top-level node that both sides changed to different ones, or that one changed and the other removed. `null`: that
 * side has no such node.
 */
export type NodeConflict = { kind: 'node'; base: Json; mine: Json; theirs: Json }
/** What a root says of its text as a whole, such as its direction; `key` of the root, or of the value around it. */
export type RootConflict = { kind: 'root'; key: string; base: Json; mine: Json; theirs: Json }
export type RichTextConflict = NodeConflict | RootConflict

export type Side = 'mine' | 'theirs'

export type MergedText = {
  /** All that both did; of each conflict the side that was chosen. */
  value: Json
  /** In the order of the text; none: nobody has to decide. */
  conflicts: RichTextConflict[]
}

/**
 * Three-way merge of rich texts by their top-level nodes (SY6): what one side changed, added, removed or moved is
 * made on top of the other's; where both moved a node mine wins. Nodes have no ids and are found by what is in them
 * (see matchNodes). What both added alike is there once. Unknown nodes are nodes like any other.
 * `choose`: which side of a conflict the value has. Null: one of the three is no rich text, so it is all or nothing:
 * two people who each wrote a text where there was none are asked.
 */
export function mergeRichText(
  base: Json,
  mine: Json,
  theirs: Json,
  choose: (conflict: RichTextConflict) => Side = () => 'mine',
): MergedText | null {
  const roots = [base, mine, theirs].map((value) => rootOf(value))
  const [baseRoot, mineRoot, theirRoot] = roots
  if (!baseRoot || !mineRoot || !theirRoot) return null
  const conflicts: RichTextConflict[] = []
  const children = mergeNodes(topNodes(base), topNodes(mine), topNodes(theirs), (conflict) => {
    conflicts.push(conflict)
    return choose(conflict)
  })
  const decide = (conflict: RichTextConflict): Json => {
    conflicts.push(conflict)
    return conflict[choose(conflict)]
  }
  const root = mergeProperties([baseRoot, mineRoot, theirRoot], 'children', decide)
  const around = mergeProperties([base, mine, theirs], 'root', decide)
  return { value: { ...around, root: { ...root, children } }, conflicts }
}

function mergeProperties(
  sides: readonly [Json, Json, Json],
  without: string,
  decide: (conflict: RichTextConflict) => Json,
): JsonObject {
  const [base, mine, theirs] = sides.map((side) => (isPlainJson(side) ? side : {}))
  const merged = new Map<string, Json>()
  for (const key of Object.keys({ ...theirs, ...mine })) {
    if (key === without) continue
    const [was, is, other] = [base, mine, theirs].map((side) => own(side ?? {}, key))
    const value =
      sameJson(was, is) || sameJson(is, other)
        ? other
        : sameJson(was, other)
          ? is
          : decide({ kind: 'root', key, base: was ?? null, mine: is ?? null, theirs: other ?? null })
    if (value !== undefined) merged.set(key, value)
  }
  return Object.fromEntries(merged)
}

/** Nodes of one side by the names that they have in the merge, in their order. */
type Named = Map<string, Json>

function mergeNodes(
  base: readonly Json[],
  mine: readonly Json[],
  theirs: readonly Json[],
  choose: (conflict: NodeConflict) => Side,
): Json[] {
  const ground: Named = new Map(base.map((node, at) => [`b${at}`, node]))
  const [all, others] = [named(base, mine), named(base, theirs)]
  const sides = nameNew(withAdded(ground, all, others), withAdded(ground, others, all))
  const orders = { mine: [...sides.mine.keys()], theirs: [...sides.theirs.keys()] }
  const baseOrder = [...ground.keys()]
  const chosen = new Map<string, Json>()
  for (const name of new Set([...baseOrder, ...orders.theirs, ...orders.mine])) {
    const [was, is, other] = [ground.get(name), sides.mine.get(name), sides.theirs.get(name)]
    const isMineSame = isSame(was, is)
    if (isMineSame || isSame(is, other) || isSame(was, other)) {
      const node = isMineSame || isSame(is, other) ? other : is
      if (node !== undefined) chosen.set(name, node)
      continue
    }
    const conflict: NodeConflict = {
      kind: 'node',
      base: was ?? null,
      mine: is ?? null,
      theirs: other ?? null,
    }
    const side = choose(conflict)
    const node = sides[side].get(name)
    if (node !== undefined) {
      chosen.set(name, node)
      // The side that had removed it has not: it stands where it was.
      const gone = side === 'mine' ? 'theirs' : 'mine'
      if (!sides[gone].has(name)) orders[gone] = putBack(baseOrder, orders[gone], name)
    } else
      orders[side === 'mine' ? 'theirs' : 'mine'] = orders[side === 'mine' ? 'theirs' : 'mine'].filter(
        (one) => one !== name,
      )
  }
  return mergeIds(baseOrder, orders.mine, orders.theirs).flatMap((name) => chosen.get(name) ?? [])
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
function named(base: readonly Json[], nodes: readonly Json[]): Named {
  const found = matchNodes(base, nodes)
  return new Map(nodes.map((node, at) => [typeof found[at] === 'number' ? `b${found[at]}` : `+${at}`, node]))
}

/**
 * A node that looks like one of the base written anew, and is just what the other side added, was added here too: it
 * is what became of an earlier merge.
 */
function withAdded(ground: Named, nodes: Named, others: Named): Named {
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

/** What both sides added alike has one name, what only one of them added another. */
function nameNew(mine: Named, theirs: Named): { mine: Named; theirs: Named } {
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
  const rename = (nodes: Named, nameOf: (name: string) => string): Named =>
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

function keyed(nodes: Named, keyOf: NewKey): [name: string, key: string][] {
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
