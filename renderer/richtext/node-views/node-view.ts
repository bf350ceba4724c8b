import type { ReactNode } from 'react'
import type { RichTextEditor } from '../../../shared/cms/schema-model.ts'
import type { RelatedRef } from '../../../shared/fields/related-ref.ts'
import type { Align, Shown, TextFormat } from '../../../shared/fields/richText/shown.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { HtmlReader } from '../features/clipboard/html-reading.ts'

/**
 * One kind of node in a window, beside the editor; the rest of it is in shared/fields/richText/node-types. One file of
 * this folder each, one line in ./registry.ts. Methods, as in NodeType.
 */
export type NodeView<S extends Shown = Shown> = {
  /** The elements that the editor's node draws, so that nothing moves as the editor takes their place. */
  draw(shown: S, key: number, drawing: Drawing): ReactNode
  /** The kind as a person calls it. */
  name(shown: S): NodeName
  /** Differences of two nodes of the kind that are no words; alignment, indent and direction are compared for all. */
  changes?(was: S, is: S): NodeChange[]
  /** Reads the elements of a page that are such a node. */
  readsHtml?: HtmlReader
}

/** The text around a node that is drawn. */
export type Drawing = {
  /** The site's editor; null: not known, so states of text are not drawn. */
  config: Pick<RichTextEditor, 'textStates'> | null
  /** True if the text is never edited, so its links are followed. */
  isRead: boolean
  /** True within a line. */
  inline: boolean
  /** True for the last one of the nodes that are drawn together. */
  isLast: boolean
  all: (shown: readonly Shown[], inline: boolean) => ReactNode[]
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

/** A difference of a node that is no word. Null is nothing, or nowhere. */
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
