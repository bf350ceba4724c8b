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
 * The nodes of data and the links in a part of a text that is made anew. They go on in what takes its place, under
 * their keys and with their elements: whoever edits one in a drawer goes on in the same. All inside of one update.
 */
export class KeptNodes {
  /** Null: several have this name, which tells none of them then. */
  readonly #nodes = new Map<string, LexicalNode | null>()

  constructor(replaced: readonly LexicalNode[]) {
    for (const node of replaced) this.#$add(node)
  }

  #$add(node: LexicalNode): void {
    const name = $nameOf(node)
    if (name !== null) this.#nodes.set(name, this.#nodes.has(name) ? null : node)
    if ($isElementNode(node)) for (const child of node.getChildren()) this.#$add(child)
  }

  /** For a node that was made the one that it was before, which now is as it; the made one where there was none. */
  $goOn<T extends LexicalNode>(made: T): T
  $goOn(made: LexicalNode): LexicalNode {
    const name = $nameOf(made)
    const before = name === null ? null : (this.#nodes.get(name) ?? null)
    if (name === null || before === null) return made
    this.#nodes.set(name, null)
    if (isDataNode(before) && isDataNode(made)) {
      // A form that is open over it begins anew only where something is another.
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
