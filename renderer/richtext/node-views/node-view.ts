import type { ReactNode } from 'react'
import type { RichTextEditor } from '../../../shared/cms/schema-model.ts'
import type { Shown } from '../../../shared/fields/richText/shown.ts'
import type { HtmlReader } from '../features/clipboard/html-reading.ts'

/**
 * Renders one kind of node without an editor, and reads it from HTML; the rest is in
 * shared/fields/richText/node-types. One file each, listed in ./registry.ts. Methods, as in NodeType.
 */
export type NodeView<S extends Shown = Shown> = {
  /** The elements that the editor's node draws, so that nothing moves as the editor takes their place. */
  draw(shown: S, key: number, drawing: Drawing): ReactNode
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
