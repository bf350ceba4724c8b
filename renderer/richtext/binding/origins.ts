import { $getNodeByKey, $isElementNode, $isTextNode } from 'lexical'
import type { EditorState, LexicalEditor, LexicalNode, NodeKey } from 'lexical'
import { typeOf, wordsOf } from '../../../shared/fields/richText/nodes.ts'
import { restoreOwn, withChildren } from '../../../shared/fields/richText/restore.ts'
import { sameJson } from '../../../shared/json.ts'
import type { Json } from '../../../shared/json.ts'
import { $exportOwn } from './export-node.ts'
import type { ImportedNode } from './import-node.ts'
import { LoadedPart } from './loaded-part.ts'
import type { Origin } from './loaded-part.ts'

/** The stored nodes of a node, mostly one. `isAsLoaded`: nothing in it was edited. */
export type StoredNode = { nodes: readonly Json[]; isAsLoaded: boolean }

/**
 * The origins of an editor's nodes by key: an unedited node is stored as received, even after a move. A
 * top-level node is recorded (`settle`) at its first edit.
 */
export class Origins {
  readonly #editor: LexicalEditor
  readonly #origins = new Map<NodeKey, Origin>()

  constructor(editor: LexicalEditor) {
    this.#editor = editor
  }

  /** Forgets old origins of the keys that these nodes now have. */
  forget(imports: readonly ImportedNode[]): void {
    for (const { key, children } of imports) {
      this.#origins.delete(key)
      this.forget(children)
    }
  }

  /**
   * Records the origins of a top-level node, which is in `state` as loading left it. Returns the nodes that
   * were not loaded around it.
   */
  settle(
    top: NodeKey,
    imports: readonly ImportedNode[],
    state: EditorState,
  ): [before: Json[], after: Json[]] {
    return this.#read(state, () => {
      const node = $getNodeByKey(top)
      if (node === null) return [[], []]
      const part = new LoadedPart(node, imports)
      for (const [key, origin] of part.origins()) if (!this.#origins.has(key)) this.#origins.set(key, origin)
      return part.droppedAround(top)
    })
  }

  /**
   * Gives each node that the last edit made out of another one the origin of that one: the second half of a split
   * text, a heading that was a paragraph. `tops`: the touched top-level nodes, in order.
   */
  follow(tops: readonly NodeKey[], now: EditorState, before: EditorState): void {
    const news = this.#read(now, () => tops.flatMap((key) => $within($getNodeByKey(key))))
    let split: NodeKey | null = null
    for (const node of news) {
      const key = node.getKey()
      if ($isTextNode(node)) {
        if (this.#origins.has(key)) split = key
        else if (split !== null && this.#isPieceOf(node, split, now, before)) this.#copy(split, key)
      } else if ($isElementNode(node) && !this.#origins.has(key)) {
        const heirOf = this.#becameOf(key, now, before)
        if (heirOf !== null) {
          this.#inherit(heirOf, key, typeOf(this.#read(now, () => $exportOwn(node))))
        }
      }
    }
  }

  /** The stored form of a node with everything in it. */
  storedAt(state: EditorState, key: NodeKey): StoredNode {
    return this.#read(state, () => {
      const node = $getNodeByKey(key)
      return node === null ? { nodes: [], isAsLoaded: false } : this.#$stored(node)
    })
  }

  /** Forgets nodes of a removed top-level node that are nowhere any more. */
  prune(top: NodeKey, now: EditorState, before: EditorState): void {
    const keys = this.#read(before, () => $within($getNodeByKey(top)).map((node) => node.getKey()))
    this.#read(now, () => {
      for (const key of keys) if ($getNodeByKey(key) === null) this.#origins.delete(key)
    })
  }

  #read<T>(state: EditorState, read: () => T): T {
    return state.read(read, { editor: this.#editor })
  }

  #copy(from: NodeKey, to: NodeKey): void {
    const origin = this.#origins.get(from)
    if (origin !== undefined) this.#origins.set(to, origin)
  }

  #inherit(from: NodeKey, to: NodeKey, type: string): void {
    const origin = this.#origins.get(from)
    if (origin === undefined) return
    this.#origins.delete(from)
    // Another type may load nodes that this one did not.
    this.#origins.set(to, typeOf(origin.loaded) === type ? origin : { ...origin, places: [] })
  }

  #isPieceOf(piece: LexicalNode, of: NodeKey, now: EditorState, before: EditorState): boolean {
    const textIn = (state: EditorState): string =>
      this.#read(state, () => $getNodeByKey(of)?.getTextContent() ?? '')
    const [was, is] = [textIn(before), textIn(now)]
    const words = this.#read(now, () => piece.getTextContent())
    return was !== is && words !== '' && was.includes(words)
  }

  /** Returns the former parent of a node's children that is now removed or empty; null if there is none. */
  #becameOf(key: NodeKey, now: EditorState, before: EditorState): NodeKey | null {
    const [isInline, children] = this.#read(now, () => {
      const node = $getNodeByKey(key)
      return $isElementNode(node) ? ([node.isInline(), node.getChildrenKeys()] as const) : [false, []]
    })
    const parents = this.#read(before, () =>
      children.flatMap((child) => {
        const parent = $getNodeByKey(child)?.getParent() ?? null
        return parent !== null && parent.isInline() === isInline ? [parent.getKey()] : []
      }),
    )
    return this.#read(now, () => {
      const isLeft = (parent: NodeKey): boolean => {
        const node = $getNodeByKey(parent)
        return node === null || ($isElementNode(node) && node.isEmpty())
      }
      return parents.find((parent) => this.#origins.has(parent) && isLeft(parent)) ?? null
    })
  }

  #$stored(node: LexicalNode): StoredNode {
    const exported = $exportOwn(node)
    const children = $isElementNode(node) ? node.getChildren() : []
    const inside = children.map((child) => this.#$stored(child))
    const origin = this.#origins.get(node.getKey())
    const stored = inside.flatMap(({ nodes }) => nodes)
    if (origin === undefined)
      return { nodes: [$isElementNode(node) ? withChildren(exported, stored) : exported], isAsLoaded: false }
    const keys = children.map((child) => child.getKey())
    const isAsLoaded =
      keys.length === origin.children.length &&
      keys.every((key, at) => key === origin.children[at]) &&
      inside.every((child) => child.isAsLoaded) &&
      sameJson(origin.loaded, exported)
    if (isAsLoaded && origin.isWhole) return { nodes: origin.received, isAsLoaded }
    const own = this.#ownOf(origin, exported)
    if (!$isElementNode(node)) return { nodes: [own], isAsLoaded }
    const dropped = droppedBehind(origin.places, new Set(keys))
    const all = inside.flatMap(({ nodes }, at) => [...nodes, ...(dropped.get(keys[at] ?? null) ?? [])])
    return { nodes: [withChildren(own, [...(dropped.get(null) ?? []), ...all])], isAsLoaded }
  }

  #ownOf({ received, loaded, isWhole }: Origin, exported: Json): Json {
    const [first] = received
    if (first === undefined || typeOf(first) !== typeOf(loaded)) return exported
    // A joined or split text takes its words from the export.
    const isPartOfText = typeOf(first) === 'text' && (received.length > 1 || !isWhole)
    const own = restoreOwn(first, loaded, exported)
    return isPartOfText && typeof own === 'object' && own !== null && !Array.isArray(own)
      ? { ...own, text: wordsOf(exported) }
      : own
  }
}

/** Returns a node and its descendants, in text order. */
function $within(node: LexicalNode | null): LexicalNode[] {
  if (node === null) return []
  return [node, ...($isElementNode(node) ? node.getChildren().flatMap($within) : [])]
}

/** Nodes that could not be loaded, by the key of the nearest node before them in `here`; null: at the start. */
function droppedBehind(
  places: Origin['places'],
  here: ReadonlySet<NodeKey>,
): ReadonlyMap<NodeKey | null, readonly Json[]> {
  const behind = new Map<NodeKey | null, Json[]>()
  let anchor: NodeKey | null = null
  for (const place of places) {
    if (typeof place !== 'string') behind.set(anchor, [...(behind.get(anchor) ?? []), place.dropped])
    else if (here.has(place)) anchor = place
  }
  return behind
}
