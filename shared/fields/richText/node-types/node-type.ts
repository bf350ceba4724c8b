import type { Field, RichTextEditor } from '../../../cms/schema-model.ts'
import type { Json, JsonObject } from '../../../json.ts'
import type { Inside } from '../../field-type.ts'
import type { RelatedRef } from '../../../cms/doc-ref.ts'
import type { Feature } from '../rich-text-editor.ts'
import type { Align, Shown, TextFormat } from '../shown.ts'
import type { Three } from '../three-way.ts'

/**
 * The behaviour of one kind of node outside the editor: a file in this folder, and a line in ./registry.ts.
 * Methods are pure. They use method syntax, which TypeScript compares leniently.
 */
export type NodeType<S extends Shown = Shown> = {
  /** Types of stored nodes that are of this kind. */
  types: readonly string[]
  standing: Standing | ((node: Json) => Standing)
  /** Types that may hold nodes of one type only. The editor imports a node with any other child as unknown. */
  holds?: Readonly<Record<string, string>>

  show(node: JsonObject, show: ShowInside): S
  /** The same node with the result of `map` for each run of nodes in it; absent: it holds no nodes. */
  mapInside?(shown: S, map: MapInside): S
  /** The name of the kind, as a key of its label. */
  name(shown: S): NodeName
  /**
   * Differences of two nodes besides their words. Alignment, indent and direction are compared for all kinds.
   */
  changes?(was: S, is: S): NodeChange[]
  /** Words of a node without text and children, such as a break. */
  words?: string
  /** Text between the children of a stored node, by its type. */
  between?: Readonly<Record<string, string>>

  html(shown: S, write: HtmlWriter): string
  /** A block of Markdown, or for an inline node a part of a line. */
  markdown(shown: S, write: MarkdownWriter): string
  /** The node that a line of Markdown begins; null: the line is something else. */
  readMarkdown?: (line: string, read: MarkdownReader) => JsonObject | null

  /** Converts a pasted node to nodes that the text may have, in the end to its words. */
  offer(node: JsonObject, offer: Offer): Json[]

  /** Name of a data node that the text cannot have, or that is dropped because it is in a line. */
  leftOut?(node: Json): LeftOut

  /** Fields that the site defines for the node; null: it defines none, or the node is not known. */
  fields?(editor: RichTextEditor, node: Json): Field[] | null
  /** The part of these fields that the editor shows; absent: none, they are in a drawer. */
  shows?: Inside['shows']
  /** The place of the id in a stored node. */
  idIn?: 'node' | 'fields'

  /** Merges a node of which both sides changed something; null: it is one thing (see merge-unit.ts). */
  merge?(three: Three, merging: NodeMerging, alone: Alone): Json[] | null
  /** True if the properties of a node are merged one by one, since none of them is about another. */
  mergesProperties?(node: Json): boolean
}

/**
 * inline: a part of a line. line: a line of inline nodes. data: no text, between the lines. block: anything else, such
 * as a list, whose words are lines.
 */
export type Standing = 'inline' | 'line' | 'data' | 'block'

export type ShowInside = (nodes: readonly Json[]) => Shown[]

/** `line`: nodes that are one line or more of their own. `run`: nodes in the middle of a line. */
export type MapInside = {
  line: (inside: readonly Shown[]) => Shown[]
  run: (inside: readonly Shown[]) => Shown[]
}

/** Returns a text for a node without words: the title of a document, the content of a block. */
export type NodeWords = (node: JsonObject) => string

export type HtmlWriter = { all: (shown: readonly Shown[]) => string; words: NodeWords }
export type MarkdownWriter = {
  blocks: (shown: readonly Shown[]) => string[]
  inline: (shown: readonly Shown[]) => string
  words: NodeWords
}
export type MarkdownReader = {
  inline: (text: string) => JsonObject[]
  /** True if the line is one of a run of numbered lines (F98). */
  isNumbered: boolean
}

/** Wraps a node of a merge so that it can be shown by itself: an item becomes a list of this item. */
export type Alone = (node: Json) => Json

/** The functions of a merge for a kind of node that merges its own content. */
export type NodeMerging = {
  /** True if a line went from one list to another: items of a list cannot be followed then. */
  movesLines: boolean
  nodes: (three: Three<readonly Json[]>, alone?: Alone) => Json[]
  /** Merges a node that both sides changed; empty if nothing of it is left. */
  node: (three: Three, alone: Alone) => Json[]
  /** Merges nodes by index. */
  inTurn: (three: Three<readonly Json[]>, merge: (three: Three) => Json[]) => Json[]
  /** Returns a node with these children and its own properties merged; empty without children. */
  holder: (three: Three, children: Json[], alone: Alone) => JsonObject[]
}

/** Something that was not pasted: a block or feature that the text does not have, a document of another server. */
export type LeftOut = {
  kind: 'block' | 'inlineBlock' | 'upload' | 'relationship' | 'link' | 'other'
  name: string
}

/** The text that nodes are pasted into, and the conversions for nodes inside other nodes. */
export type Offer = {
  config: RichTextEditor
  has: (feature: Feature) => boolean
  /** True if documents that the nodes name are of this server. */
  isSameServer: boolean
  /** Returns the id as this server could have it; null if it could not have it. */
  likelyId: (slug: string, id: Json) => string | number | null
  leave: (one: LeftOut) => void
  block: (node: Json) => Json[]
  inline: (node: Json) => Json[]
  /** Inline nodes as a paragraph; nothing for none. */
  wrapped: (line: readonly Json[]) => Json[]
  /** The words of a node as paragraphs, followed by the data nodes in it. */
  flat: (node: Json) => Json[]
  /** An element with the inline nodes of a node, and its alignment, indent and direction. */
  box: (node: JsonObject, type: string, more?: JsonObject) => JsonObject
  paragraph: (node: JsonObject) => JsonObject
  looks: (node: JsonObject) => JsonObject
  /** The id of a node of this server, else a new one. */
  idOf: (given: Json | undefined) => string
  /** A copy with new ids all the way down. */
  withFreshIds: (node: JsonObject) => JsonObject
  /** Fields of a node of another server, without the documents that they name. */
  foreign: (fields: Field[], data: JsonObject) => JsonObject
  isTooDeep: (value: Json) => boolean
  /** True if Galley knows a type of stored nodes. */
  isKnown: (type: string) => boolean
  lines: {
    isInline: (node: Json) => boolean
    isData: (node: Json) => boolean
    runsOf: (nodes: readonly Json[]) => ({ line: Json[] } | { node: Json })[]
    of: (node: Json) => Json[][]
    dataIn: (node: Json) => Json[]
  }
}

export type NodeName =
  | 'paragraph'
  | 'quote'
  | 'heading1'
  | 'heading2'
  | 'heading3'
  | 'heading4'
  | 'heading5'
  | 'heading6'
  | 'rule'
  | 'bullet'
  | 'number'
  | 'check'
  | 'table'
  | 'upload'
  | 'relationship'
  | 'block'
  | 'inlineBlock'
  | 'text'
  | 'other'

/** A difference between two nodes besides their words. Null: not set, or no target. */
export type NodeChange =
  | { what: 'kind'; from: NodeName; to: NodeName }
  | { what: 'align'; to: Align | null }
  | { what: 'indent'; from: number; to: number }
  | { what: 'direction'; to: 'ltr' | 'rtl' | null }
  | { what: 'start'; to: number }
  | { what: 'formats'; added: TextFormat[]; removed: TextFormat[] }
  | { what: 'states' }
  | { what: 'link'; words: string; from: string | null; to: string | null }
  | { what: 'checked'; words: string; to: boolean }
  | { what: 'rows' | 'columns'; from: number; to: number }
  | { what: 'document'; from: RelatedRef | null; to: RelatedRef | null }
  /** `part`: the node as it is stored now. */
  | { what: 'fields'; part: JsonObject; from: JsonObject; to: JsonObject }
  /** Something that is not shown here, such as the width of a column. */
  | { what: 'other' }
