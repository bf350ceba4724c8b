import { $isElementNode } from 'lexical'
import type { LexicalNode } from 'lexical'
import { tokenOf } from '../../../shared/fields/richText/match-nodes.ts'
import { nodeId } from '../../../shared/fields/richText/nodes.ts'
import { isPlainJson, own, sameJson } from '../../../shared/json.ts'
import type { Json } from '../../../shared/json.ts'
import { isDataNode } from '../data-nodes/data-node.ts'
import { $isLinkNode } from '../features/links/link-node.ts'
import { $exportOwn } from './export-node.ts'

/**
 * The data nodes and links in a replaced part of a text. New nodes of the same identity reuse them with key
 * and element, so that an open drawer stays. All inside of one update.
 */
export class KeptNodes {
  /** Null: several nodes have this identity, or its node is reused already. */
  readonly #nodes = new Map<string, LexicalNode | null>()

  constructor(replaced: readonly LexicalNode[]) {
    for (const node of replaced) this.#$add(node)
  }

  #$add(node: LexicalNode): void {
    const name = $nameOf(node)
    if (name !== null) this.#nodes.set(name, this.#nodes.has(name) ? null : node)
    if ($isElementNode(node)) for (const child of node.getChildren()) this.#$add(child)
  }

  /** Returns the old node of the same identity, updated; the given one if there is none. */
  $goOn<T extends LexicalNode>(made: T): T
  $goOn(made: LexicalNode): LexicalNode {
    const name = $nameOf(made)
    const before = name === null ? null : (this.#nodes.get(name) ?? null)
    if (name === null || before === null) return made
    this.#nodes.set(name, null)
    if (isDataNode(before) && isDataNode(made)) {
      // An open form of the node restarts only if its data differs.
      if (!sameJson(before.getData(), made.getData())) before.setData(made.getData())
    } else if ($isLinkNode(before) && $isLinkNode(made)) {
      before.updateFromJSON(made.exportJSON()).setFields(made.getFields())
    }
    return before
  }
}

/** The identity of a node: its id, else its content; null for a node that is made anew each time. */
function $nameOf(node: LexicalNode): string | null {
  const json = isDataNode(node) ? node.getData() : $isLinkNode(node) ? $exportOwn(node) : null
  return json === null ? null : `${node.getType()} ${nodeId(json) ?? tokenOf(contentOf(json))}`
}

const CONTENT = ['fields', 'relationTo', 'value'] as const

function contentOf(json: Json): Json[] {
  return CONTENT.map((key) => (isPlainJson(json) ? (own(json, key) ?? null) : null))
}
