import {
  $createParagraphNode,
  $getEditor,
  $isDecoratorNode,
  $isElementNode,
  $isRootOrShadowRoot,
  $parseSerializedNode,
  getRegisteredNode,
} from 'lexical'
import type { ElementNode, LexicalNode } from 'lexical'
import { wholeNumber } from '../../../shared/fields/richText/lists.ts'
import { childrenOf, typeOf } from '../../../shared/fields/richText/nodes.ts'
import { isPlainJson } from '../../../shared/json.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { UnknownNode } from '../nodes/unknown-node.tsx'

/** What only may be in these; one that holds anything else is not what it seems to be. */
const ONLY_INSIDE: ReadonlyMap<string, string> = new Map([
  ['list', 'listitem'],
  ['table', 'tablerow'],
  ['tablerow', 'tablecell'],
])

/** Types of an editor's own that no document has. */
const OWN_TYPES: ReadonlySet<string> = new Set(['root', 'artificial', UnknownNode.getType()])

/**
 * A top-level node of a text, inside of an update. Never throws: what cannot be made is an UnknownNode, there or at any
 * depth.
 */
export function $importTopNode(json: Json): ElementNode | LexicalNode {
  const node = $importNode(json, false)
  const mayStand = ($isElementNode(node) || $isDecoratorNode(node)) && !node.isInline()
  return mayStand ? node : new UnknownNode(json, false)
}

export function $importTopNodes(all: readonly Json[]): LexicalNode[] {
  return all.map($importTopNode)
}

/** What an empty text shows. */
export function $emptyNode(): LexicalNode {
  return $createParagraphNode()
}

function $importNode(json: Json, inline: boolean): LexicalNode {
  const node = isPlainJson(json) ? $parsed(json) : null
  return node ?? new UnknownNode(json, inline)
}

function $parsed(json: JsonObject): LexicalNode | null {
  const type = typeOf(json)
  if (OWN_TYPES.has(type) || getRegisteredNode($getEditor(), type) === undefined) return null
  const children = childrenOf(json)
  const only = ONLY_INSIDE.get(type)
  if (only !== undefined && !children.every((child) => typeOf(child) === only)) return null
  try {
    const { children: _children, $slots: _slots, ...own } = json
    const node = $parseSerializedNode({
      ...own,
      type,
      // Lexical would take a fraction for none.
      ...('indent' in own && { indent: wholeNumber(own['indent']) }),
    })
    if (!$isElementNode(node)) return node
    const inside = !$isRootOrShadowRoot(node) && only === undefined
    if (children.length > 0) node.append(...children.map((child) => $importNode(child, inside)))
    return node
  } catch {
    return null
  }
}
