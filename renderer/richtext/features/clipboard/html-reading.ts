import type { JsonObject } from '../../../../shared/json.ts'
import type { FoundLink, Run } from './html-inline.ts'
import { alignOf, indentOf } from './html-looks.ts'

/** Context of the elements around a part of a page. `depth`: the number of elements around it. */
export type HtmlContext = { format: number; link: FoundLink | null; pre: boolean; depth: number }
export type Piece = Run | { kind: 'block'; node: JsonObject }

/** Reads the elements of one kind of node, see NodeView. */
export type HtmlReader = {
  /** Names of elements. */
  tags: readonly string[]
  /** `style`: declarations of the element. `inside`: what is around the content of the element. */
  read: (
    element: Element,
    style: ReadonlyMap<string, string>,
    inside: HtmlContext,
    reading: HtmlReading,
  ) => JsonObject[]
}

/** Functions of the running reading, for readers of single elements. */
export type HtmlReading = {
  pieces: (parent: ParentNode, around: HtmlContext) => Piece[]
  /** `make`: the node for a line; a paragraph unless said otherwise. */
  blocks: (pieces: readonly Piece[], make?: (inline: JsonObject[]) => JsonObject) => JsonObject[]
  /** The content of an element as blocks one under another. */
  blocksIn: (parent: Element, depth: number) => JsonObject[]
  words: (parent: ParentNode) => string
}

/** Deepest level of elements that is read with structure; of deeper ones only the words are kept. */
export const DEEPEST = 150

/** Alignment and indent of a block. */
export function blockLooks(element: Element, style: ReadonlyMap<string, string>): JsonObject {
  return { format: alignOf(element, style), indent: indentOf(element, style) }
}
