import {
  $createParagraphNode,
  $getEditor,
  $isDecoratorNode,
  $isElementNode,
  $isRootOrShadowRoot,
  $parseSerializedNode,
  getRegisteredNode,
} from 'lexical'
import type { LexicalNode, NodeKey } from 'lexical'
import { wholeNumber } from '../../../shared/fields/richText/lists.ts'
import { onlyInside } from '../../../shared/fields/richText/node-types/registry.ts'
import { childrenOf, typeOf } from '../../../shared/fields/richText/nodes.ts'
import { spanOf } from '../../../shared/fields/richText/tables.ts'
import { isPlainJson } from '../../../shared/json.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { UnknownNode } from '../nodes/unknown-node.tsx'
import type { KeptNodes } from './kept-nodes.ts'
import { $appendAll } from '../append-all.ts'

/** Types of an editor's own that no document has. */
const OWN_TYPES: ReadonlySet<string> = new Set(['root', 'artificial', UnknownNode.getType()])

/** A node as it was received, and the key of what was made of it: Lexical may join or remove it as it loads. */
export type ImportedNode = { key: NodeKey; json: Json; children: readonly ImportedNode[] }

type Made = { node: LexicalNode; imported: ImportedNode }

/**
 * A top-level node of a text, inside of an update. Never throws: what cannot be made is an UnknownNode, there or at any
 * depth. `kept`: what goes on in it.
 */
export function $importTopNode(json: Json, kept: KeptNodes | null = null): Made {
  const made = $importNode(json, false, kept)
  const { node } = made
  const mayStand = ($isElementNode(node) || $isDecoratorNode(node)) && !node.isInline()
  return mayStand ? made : $unknown(json, false)
}

/** The node of an empty text. */
export function $emptyNode(): LexicalNode {
  return $createParagraphNode()
}

/** `rows`: of a row and a cell, how many there are from it on. */
function $importNode(json: Json, inline: boolean, kept: KeptNodes | null, rows = Infinity): Made {
  return (isPlainJson(json) ? $parsed(json, kept, rows) : null) ?? $unknown(json, inline)
}

function $unknown(json: Json, inline: boolean): Made {
  return $made(new UnknownNode(json, inline), json)
}

function $made(node: LexicalNode, json: Json, children: readonly ImportedNode[] = []): Made {
  return { node, imported: { key: node.getKey(), json, children } }
}

function $parsed(json: JsonObject, kept: KeptNodes | null, rows: number): Made | null {
  const type = typeOf(json)
  if (OWN_TYPES.has(type) || getRegisteredNode($getEditor(), type) === undefined) return null
  const children = childrenOf(json)
  const only = onlyInside(type)
  if (only !== undefined && !children.every((child) => typeOf(child) === only)) return null
  try {
    const { children: _children, $slots: _slots, ...own } = json
    const parsed = $parseSerializedNode({
      ...own,
      type,
      // Lexical would take a fraction for none.
      ...('indent' in own && { indent: wholeNumber(own['indent']) }),
      // And make a map with a place for each column and row.
      ...('colSpan' in own && { colSpan: spanOf(own['colSpan']) }),
      ...('rowSpan' in own && { rowSpan: Math.min(spanOf(own['rowSpan']), rows) }),
    })
    const node = kept?.$goOn(parsed) ?? parsed
    if (!$isElementNode(node)) return $made(node, json)
    const isInline = !$isRootOrShadowRoot(node) && only === undefined
    const rowsFrom = (at: number): number =>
      type === 'table' ? children.length - at : type === 'tablerow' ? rows : Infinity
    const inside = children.map((child, at) => $importNode(child, isInline, kept, rowsFrom(at)))
    $appendAll(
      node,
      inside.map((child) => child.node),
    )
    // Old children of a node that goes on are before the new ones.
    const old = node.getChildrenSize() - inside.length
    if (old > 0) node.splice(0, old, [])
    return $made(
      node,
      json,
      inside.map(({ imported }) => imported),
    )
  } catch {
    return null
  }
}
