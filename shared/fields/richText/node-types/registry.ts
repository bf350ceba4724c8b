import type { Json } from '../../../json.ts'
import { typeOf } from '../nodes.ts'
import type { Shown, ShownKind, ShownOf } from '../shown.ts'
import { block, inlineBlock } from './blocks.ts'
import { relationship, upload } from './documents.ts'
import { heading, paragraph, quote, rule } from './lines.ts'
import { link } from './link.ts'
import { list } from './list.ts'
import type { NodeType, Standing } from './node-type.ts'
import { table } from './table.ts'
import { lineBreak, tab, text } from './text.ts'
import { unknown } from './unknown.ts'

/** All kinds of nodes; their order does not matter. */
export const nodeTypes: { readonly [K in ShownKind]: NodeType<ShownOf<K>> } = {
  text,
  break: lineBreak,
  tab,
  paragraph,
  quote,
  heading,
  rule,
  list,
  link,
  table,
  upload,
  relationship,
  block,
  inlineBlock,
  unknown,
}

const all: readonly NodeType[] = Object.values(nodeTypes)
const byType = new Map(all.flatMap((one) => one.types.map((type) => [type, one] as const)))
const byPart = new Map(
  all.flatMap((one) => Object.values(one.holds ?? {}).map((part) => [part, one] as const)),
)
const only = new Map(all.flatMap((one) => Object.entries(one.holds ?? {})))

/** The kind of a stored node; undefined for a part of one, such as a list item, and for a type that is not known. */
export function nodeTypeOf(node: Json): NodeType | undefined {
  return byType.get(typeOf(node))
}

/** The kind of a stored node, or of the node that it is a part of: a list for a list item. */
export function nodeTypeAround(node: Json): NodeType | undefined {
  return nodeTypeOf(node) ?? byPart.get(typeOf(node))
}

export function nodeTypeOfShown(shown: Shown): NodeType {
  return nodeTypes[shown.kind]
}

/** True for the root of a text, all kinds of nodes and their parts. */
export function isKnownType(type: string): boolean {
  return type === 'root' || byType.has(type) || byPart.has(type)
}

/** The one type that nodes of a type may hold; undefined: they may hold any. */
export function onlyInside(type: string): string | undefined {
  return only.get(type)
}

export function standingOf(node: Json): Standing {
  const standing = nodeTypeOf(node)?.standing ?? 'block'
  return typeof standing === 'function' ? standing(node) : standing
}

/** Readers of the lines of Markdown that begin a node of their own. */
export const markdownReaders = all.flatMap(({ readMarkdown }) => readMarkdown ?? [])
