import type { JsonObject } from '../../../../shared/json.ts'
import type { FoundLink, Run } from './html-inline.ts'
import { alignOf, indentOf } from './html-looks.ts'

/** The element around a part of a page, as far as it says how the part is read. `depth`: elements around it. */
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

/** The page that is read. */
export type HtmlReading = {
  pieces: (parent: ParentNode, around: HtmlContext) => Piece[]
  /** `make`: the node for a line; a paragraph unless said otherwise. */
  blocks: (pieces: readonly Piece[], make?: (inline: JsonObject[]) => JsonObject) => JsonObject[]
  /** The content of an element as blocks one under another. */
  blocksIn: (parent: Element, depth: number) => JsonObject[]
  words: (parent: ParentNode) => string
}

/** More levels than any document has that somebody wrote: deeper elements are read as their words. */
export const DEEPEST = 150

/** Alignment and indent of a block. */
export function blockLooks(element: Element, style: ReadonlyMap<string, string>): JsonObject {
  return { format: alignOf(element, style), indent: indentOf(element, style) }
}
