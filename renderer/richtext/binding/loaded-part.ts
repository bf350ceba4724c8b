import { $isElementNode, $isTextNode } from 'lexical'
import type { LexicalNode, NodeKey } from 'lexical'
import { childrenOf, typeOf, wordsOf } from '../../../shared/fields/richText/nodes.ts'
import { isPlainJson, own } from '../../../shared/json.ts'
import type { Json } from '../../../shared/json.ts'
import { $exportOwn } from './export-node.ts'
import type { ImportedNode } from './import-node.ts'

/** The received JSON of an editor's node, and its export before any edit. */
export type Origin = {
  /**
   * Received nodes, in text order: several if the editor joined neighbours, none if it made the node itself.
   */
  received: readonly Json[]
  /** True if `received` is exactly the node's content, so that the unedited node is stored as `received`. */
  isWhole: boolean
  /** The editor's export of the node after loading, without its children. */
  loaded: Json
  /** Keys of its children, in order. */
  children: readonly NodeKey[]
  /** Received children, in order: keys of the loaded ones, and the ones that the editor could not load. */
  places: readonly (NodeKey | Dropped)[]
}

/** A node that the editor did not load. */
type Dropped = { dropped: Json }

/** A node after loading. `from` and `to`: range of the numbers of it and its descendants, in text order. */
type Loaded = { from: number; to: number; own: Json; children: readonly NodeKey[]; text: string | null }

/**
 * A top-level node after loading, compared with its imported nodes: Lexical joins neighbouring texts and
 * lists, unwraps paragraphs in list items, and wraps bare text in paragraphs. Inside of a read.
 */
export class LoadedPart {
  readonly #loaded = new Map<NodeKey, Loaded>()
  /**
   * Key of the loaded node that holds an imported node: its own, or that of the text that it was joined with.
   */
  readonly #homes = new Map<ImportedNode, NodeKey>()
  readonly #runs = new Map<NodeKey, Json[]>()
  /** Number of imported nodes in each loaded node, by its number. */
  readonly #held: number[] = []
  readonly #imports: readonly ImportedNode[]
  /** The text node with which the next text may have been joined, and its words so far. */
  #run: { key: NodeKey; words: string } | null = null

  constructor(top: LexicalNode, imports: readonly ImportedNode[]) {
    this.#imports = imports
    this.#$take(top)
    for (const one of imports) this.#findHome(one)
  }

  /** Returns the origin of each loaded node. */
  origins(): Map<NodeKey, Origin> {
    const all = new Map<NodeKey, Origin>()
    for (const [key, loaded] of this.#loaded)
      all.set(key, {
        received: [],
        isWhole: false,
        loaded: loaded.own,
        children: loaded.children,
        places: [],
      })
    this.#addOrigins(this.#imports, all)
    return all
  }

  /** Nodes that were not loaded, before a top-level node and behind it. */
  droppedAround(top: NodeKey): [before: Json[], after: Json[]] {
    const places = this.#places(this.#imports)
    const at = places.indexOf(top)
    const dropped = (some: readonly (NodeKey | Dropped)[]): Json[] =>
      some.flatMap((place) => (typeof place === 'string' ? [] : [place.dropped]))
    return [dropped(places.slice(0, Math.max(at, 0))), dropped(places.slice(at + 1))]
  }

  #$take(node: LexicalNode): void {
    const from = this.#held.length
    this.#held.push(0)
    const children = $isElementNode(node) ? node.getChildren() : []
    const loaded: Loaded = {
      from,
      to: from,
      own: $exportOwn(node),
      children: children.map((child) => child.getKey()),
      text: $isTextNode(node) ? node.getTextContent() : null,
    }
    this.#loaded.set(node.getKey(), loaded)
    for (const child of children) this.#$take(child)
    loaded.to = this.#held.length
  }

  #findHome(one: ImportedNode): void {
    const { key, json, children } = one
    const loaded = this.#loaded.get(key)
    if (loaded !== undefined) {
      this.#setHome(one, key, loaded)
      this.#run = loaded.text === null ? null : { key, words: wordsOf(json) }
      if (loaded.text !== null) this.#runs.set(key, [json])
    } else if (typeOf(json) === 'text') this.#join(one)
    for (const child of children) this.#findHome(child)
    if (loaded !== undefined && loaded.text === null) this.#run = null
  }

  #join(one: ImportedNode): void {
    const [run, words] = [this.#run, wordsOf(one.json)]
    const home = run === null ? undefined : this.#loaded.get(run.key)
    if (run === null || home === undefined || words === '') return
    if (home.text?.startsWith(run.words + words) !== true) return
    this.#setHome(one, run.key, home)
    this.#runs.get(run.key)?.push(one.json)
    run.words += words
  }

  #setHome(one: ImportedNode, key: NodeKey, { from }: Loaded): void {
    this.#homes.set(one, key)
    this.#held[from] = (this.#held[from] ?? 0) + 1
  }

  #addOrigins(siblings: readonly ImportedNode[], all: Map<NodeKey, Origin>): void {
    for (const [at, one] of siblings.entries()) {
      const loaded = this.#loaded.get(one.key)
      if (loaded?.text !== null && loaded?.text !== undefined) {
        const received = this.#runs.get(one.key) ?? [one.json]
        const isWhole = received.map(wordsOf).join('') === loaded.text
        all.set(one.key, { received, isWhole, loaded: loaded.own, children: [], places: [] })
      } else if (loaded !== undefined) {
        const group = this.#group(siblings, at, loaded)
        all.set(one.key, {
          received: group.map(({ json }) => json),
          isWhole: this.#isWhole(group, loaded),
          loaded: loaded.own,
          children: loaded.children,
          places: this.#places(group.flatMap((member) => member.children)),
        })
      }
      this.#addOrigins(one.children, all)
    }
  }

  /** A node with those behind it that the editor joined with it. */
  #group(siblings: readonly ImportedNode[], at: number, loaded: Loaded): ImportedNode[] {
    const group = siblings.slice(at, at + 1)
    for (const next of siblings.slice(at + 1)) {
      const homes = this.#homesIn(next)
      if (this.#loaded.has(next.key) || homes.length === 0) break
      if (!homes.every((home) => isWithin(home, loaded))) break
      group.push(next)
    }
    return group
  }

  #isWhole(group: readonly ImportedNode[], loaded: Loaded): boolean {
    const homes = group.flatMap((one) => this.#homesIn(one))
    let held = 0
    for (let number = loaded.from; number < loaded.to; number += 1) held += this.#held[number] ?? 0
    return homes.length === held && homes.every((home) => isWithin(home, loaded))
  }

  /** Returns the numbers of the loaded nodes that hold an imported node and its descendants. */
  #homesIn(one: ImportedNode): number[] {
    const home = this.#homes.get(one)
    const number = home === undefined ? undefined : this.#loaded.get(home)?.from
    return [
      ...(number === undefined ? [] : [number]),
      ...one.children.flatMap((child) => this.#homesIn(child)),
    ]
  }

  #places(imports: readonly ImportedNode[]): (NodeKey | Dropped)[] {
    return imports.flatMap((one): (NodeKey | Dropped)[] => {
      if (this.#loaded.has(one.key)) return [one.key]
      if (this.#homes.has(one)) return []
      if (this.#homesIn(one).length > 0) return this.#places(one.children)
      return holdsNothing(one.json) ? [{ dropped: one.json }] : []
    })
  }
}

function isWithin(number: number, { from, to }: Loaded): boolean {
  return number >= from && number < to
}

/** True for a node without any content, such as an empty text or an empty link. */
function holdsNothing(json: Json): boolean {
  const type = typeOf(json)
  if (type === 'text') return wordsOf(json) === ''
  return hasChildren(json) && childrenOf(json).every(holdsNothing)
}

function hasChildren(json: Json): boolean {
  return isPlainJson(json) && Array.isArray(own(json, 'children'))
}
