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

/** Node types that no stored node below the root has. */
const OWN_TYPES: ReadonlySet<string> = new Set(['root', 'artificial', UnknownNode.getType()])

/**
 * A received node, and the key of the editor's node made of it, which Lexical may join or remove while
 * loading.
 */
export type ImportedNode = { key: NodeKey; json: Json; children: readonly ImportedNode[] }

type Made = { node: LexicalNode; imported: ImportedNode }

/**
 * Makes a top-level node, inside of an update. Never throws: JSON that cannot be imported becomes an
 * UnknownNode, at any depth. `kept`: old nodes to reuse.
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

/** `rows`: for a row or a cell, the number of rows from it to the table's end. */
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
      // Lexical would read a fraction as no indent.
      ...('indent' in own && { indent: wholeNumber(own['indent']) }),
      // Lexical builds a map with an entry for each spanned column and row, so spans are limited.
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
    // A reused node has its old children in front of the new ones.
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
