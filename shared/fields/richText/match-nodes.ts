import { unmoved } from '../../document/merge-ids.ts'
import { isPlainJson, own, sameJson } from '../../json.ts'
import type { Json } from '../../json.ts'
import { isBlankNode, nodeId, typeOf, wordsOf } from './nodes.ts'

/** Most pairs that are compared for likeness. In a larger gap nodes are paired only if equal, or by order. */
const MOST_PAIRS = 2_500
/** Least likeness of two nodes between the same neighbours, and of two nodes elsewhere. */
const ALIKE_IN_PLACE = 0.3
const ALIKE_ELSEWHERE = 0.7

/**
 * For each node of `after`, the index of the same node in `before`; null for a new one. Only blocks, uploads
 * and links have ids. Other nodes match if equal, then if alike: first between matched neighbours, then
 * anywhere.
 */
export function matchNodes(before: readonly Json[], after: readonly Json[]): (number | null)[] {
  const matching = new Matching(before, after)
  matching.trim()
  matching.pairUnique(nodeId)
  matching.pairUnique(contentOf)
  matching.pairBetween()
  matching.pairMoved()
  return matching.found
}

class Matching {
  readonly found: (number | null)[]
  readonly #before: readonly Json[]
  readonly #after: readonly Json[]
  readonly #taken = new Set<number>()

  constructor(before: readonly Json[], after: readonly Json[]) {
    this.#before = before
    this.#after = after
    this.found = after.map(() => null)
  }

  #pair(was: number, is: number): void {
    this.found[is] = was
    this.#taken.add(was)
  }

  #isEqual(was: number, is: number): boolean {
    return sameJson(this.#before[was] ?? null, this.#after[is] ?? null)
  }

  #alike(was: number, is: number): number {
    return alike(this.#before[was] ?? null, this.#after[is] ?? null)
  }

  #openBefore(from = 0, to = this.#before.length): number[] {
    const open: number[] = []
    for (let at = from; at < to; at += 1) if (!this.#taken.has(at)) open.push(at)
    return open
  }

  #openAfter(from = 0, to = this.#after.length): number[] {
    const open: number[] = []
    for (let at = from; at < to; at += 1) if (this.found[at] === null) open.push(at)
    return open
  }

  /** Pairs equal nodes at the beginning and at the end: nearly all of them after most edits. */
  trim(): void {
    const [was, is] = [this.#before.length, this.#after.length]
    const most = Math.min(was, is)
    let start = 0
    while (start < most && this.#isEqual(start, start)) {
      this.#pair(start, start)
      start += 1
    }
    for (let end = 1; end <= most - start && this.#isEqual(was - end, is - end); end += 1)
      this.#pair(was - end, is - end)
  }

  /** Pairs the nodes whose name occurs once on each side. */
  pairUnique(nameOf: (node: Json) => string | null): void {
    const named = (nodes: readonly Json[], open: readonly number[]): Map<string, number | null> => {
      const names = new Map<string, number | null>()
      for (const at of open) {
        const name = nameOf(nodes[at] ?? null)
        if (name !== null) names.set(name, names.has(name) ? null : at)
      }
      return names
    }
    const before = named(this.#before, this.#openBefore())
    for (const [name, is] of named(this.#after, this.#openAfter())) {
      const was = before.get(name)
      if (is !== null && was !== undefined && was !== null) this.#pair(was, is)
    }
  }

  /** Pairs the remaining nodes between two that kept their order. */
  pairBetween(): void {
    const names = this.found.flatMap((was) => (was === null ? [] : [String(was)]))
    const kept = unmoved(Array.from(this.#before.keys(), String), names)
    let [was, is] = [0, 0]
    for (const [at, known] of [...this.found, this.#before.length].entries()) {
      const isAnchor = at === this.#after.length || (known !== null && kept.has(String(known)))
      if (!isAnchor || known === null) continue
      this.#pairGap(this.#openBefore(was, known), this.#openAfter(is, at))
      ;[was, is] = [known + 1, at + 1]
    }
  }

  #pairGap(was: number[], is: number[]): void {
    if (was.length === 0 || is.length === 0) return
    const isSmall = was.length * is.length <= MOST_PAIRS
    if (isSmall) {
      this.#pairBest(was, is, (a, b) => (this.#isEqual(a, b) ? 1 : 0))
      const [restBefore, restAfter] = this.#rest(was, is)
      this.#pairBest(restBefore, restAfter, (a, b) => {
        const score = this.#alike(a, b)
        return score >= ALIKE_IN_PLACE ? score : 0
      })
    } else this.#pairInTurn(was, is)
    const [restBefore, restAfter] = this.#rest(was, is)
    if (restBefore.length !== restAfter.length) return
    // Equally many nodes remain on both sides, so each is taken as rewritten.
    for (const [index, at] of restBefore.entries()) {
      const other = restAfter[index] ?? 0
      const [a, b] = [this.#before[at], this.#after[other]]
      if (typeOf(a) === typeOf(b) && canBe(a, b)) this.#pair(at, other)
    }
  }

  #rest(was: number[], is: number[]): [number[], number[]] {
    return [was.filter((at) => !this.#taken.has(at)), is.filter((at) => this.found[at] === null)]
  }

  /** Pairs nodes in order, so that the sum of their scores is the highest possible. */
  #pairBest(was: number[], is: number[], score: (was: number, is: number) => number): void {
    if (was.length === 0 || is.length === 0) return
    const width = is.length + 1
    const scores = was.map((a) => is.map((b) => score(a, b)))
    const best = new Float64Array((was.length + 1) * width)
    const at = (i: number, j: number): number => best[i * width + j] ?? 0
    for (let i = was.length - 1; i >= 0; i -= 1)
      for (let j = is.length - 1; j >= 0; j -= 1) {
        const one = scores[i]?.[j] ?? 0
        const paired = one > 0 ? one + at(i + 1, j + 1) : 0
        best[i * width + j] = Math.max(paired, at(i + 1, j), at(i, j + 1))
      }
    let [i, j] = [0, 0]
    while (i < was.length && j < is.length) {
      const one = scores[i]?.[j] ?? 0
      if (one > 0 && at(i, j) === one + at(i + 1, j + 1)) {
        this.#pair(was[i] ?? 0, is[j] ?? 0)
        i += 1
        j += 1
      } else if (at(i, j) === at(i + 1, j)) i += 1
      else j += 1
    }
  }

  /** Pairs equal nodes in order, for gaps too large to score all pairs. */
  #pairInTurn(was: number[], is: number[]): void {
    const places = new Map<string, number[]>()
    for (const at of was.toReversed()) {
      const token = tokenOf(this.#before[at] ?? null)
      places.set(token, [...(places.get(token) ?? []), at])
    }
    let last = -1
    for (const at of is) {
      const open = places.get(tokenOf(this.#after[at] ?? null)) ?? []
      while ((open.at(-1) ?? Infinity) <= last) open.pop()
      const next = open.pop()
      if (next === undefined) continue
      this.#pair(next, at)
      last = next
    }
  }

  /** Pairs moved nodes, which may also have been edited. */
  pairMoved(): void {
    const is = this.#openAfter()
    const was = this.#openBefore()
    if (was.length * is.length > MOST_PAIRS) return
    const pairs = was.flatMap((a) =>
      is.map((b) => ({ a, b, score: this.#alike(a, b) })).filter(({ score }) => score >= ALIKE_ELSEWHERE),
    )
    for (const { a, b } of pairs.toSorted((one, other) => other.score - one.score))
      if (!this.#taken.has(a) && this.found[b] === null && !isBlankNode(this.#before[a])) this.#pair(a, b)
  }
}

/** The words of a node, whatever its formatting; without words its whole content. Null: it is empty. */
function contentOf(node: Json): string | null {
  const words = wordsOf(node)
  return words.trim() !== '' ? words : isBlankNode(node) ? null : tokenOf(node)
}

const tokens = new WeakMap<object, string>()

/**
 * A text that is the same for equal nodes: null counts as no value, and the order of keys does not matter.
 */
export function tokenOf(node: Json): string {
  if (typeof node !== 'object' || node === null) return JSON.stringify(node)
  const known = tokens.get(node)
  if (known !== undefined) return known
  const token = JSON.stringify(inOrder(node))
  tokens.set(node, token)
  return token
}

function inOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isPlainJson(value)) return value
  const keys = Object.keys(value)
    .filter((key) => value[key] !== null)
    .toSorted()
  return Object.fromEntries(keys.map((key) => [key, inOrder(value[key] ?? null)]))
}

/** False if both nodes have ids and these differ. */
function canBe(a: Json | undefined, b: Json | undefined): boolean {
  const [idA, idB] = [nodeId(a), nodeId(b)]
  return idA === null || idB === null || idA === idB
}

/** From 0 to 1: how likely one node is the other one, edited. */
function alike(a: Json, b: Json): number {
  if (!canBe(a, b)) return 0
  const isSameType = typeOf(a) === typeOf(b)
  const [wordsA, wordsB] = [wordsOf(a).trim(), wordsOf(b).trim()]
  // A paragraph may have become a heading with the same words.
  if (wordsA !== '' && wordsB !== '') return likeness(wordsA, wordsB) * (isSameType ? 1 : 0.9)
  if (!isSameType) return 0
  if (wordsA !== wordsB) return ALIKE_IN_PLACE
  return ALIKE_IN_PLACE + (1 - ALIKE_IN_PLACE) * shareOfEqual(a, b) * 0.5
}

function shareOfEqual(a: Json, b: Json): number {
  if (!isPlainJson(a) || !isPlainJson(b)) return 0
  const keys = Object.keys({ ...a, ...b })
  return keys.filter((key) => sameJson(own(a, key), own(b, key))).length / Math.max(1, keys.length)
}

/** Number of characters of a text that are compared. */
const COMPARED = 400

/** The share of pairs of neighbouring characters that two texts have in common (Dice's coefficient). */
function likeness(a: string, b: string): number {
  if (a === b) return 1
  const [one, other] = [a.slice(0, COMPARED), b.slice(0, COMPARED)]
  const pairs = new Map<string, number>()
  for (let at = 1; at < one.length; at += 1) {
    const pair = one.slice(at - 1, at + 1)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  let common = 0
  for (let at = 1; at < other.length; at += 1) {
    const pair = other.slice(at - 1, at + 1)
    const left = pairs.get(pair) ?? 0
    if (left > 0) common += 1
    pairs.set(pair, left - 1)
  }
  return (2 * common) / Math.max(1, one.length + other.length - 2)
}
