import type { ReactNode, CSSProperties } from 'react'
import type { RichTextEditor } from '../../../shared/cms/schema-model.ts'
import type { Shown, Looks } from '../../../shared/fields/richText/shown.ts'
import type { HtmlReader } from '../features/clipboard/html-reading.ts'

/**
 * Renders one kind of node without an editor, and reads it from HTML; the rest is in
 * shared/fields/richText/node-types. All are listed in ./registry.ts. Methods, as in NodeType.
 */
export type NodeView<S extends Shown = Shown> = {
  /** The elements that the editor's node draws, so that nothing moves as the editor takes their place. */
  draw(shown: S, key: number, drawing: Drawing): ReactNode
  /** Reads the elements of a page that are such a node. */
  readsHtml?: HtmlReader
}

/** Context for drawing a node: the site's editor, its position, and `all`, which draws other nodes. */
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

/** Width of an indent, the same as the editor's. */
const INDENT = 'var(--lexical-indent-base-value, 40px)'

type Direction = { dir?: 'ltr' | 'rtl' | 'auto' }

/** Direction and style of an element. As in the editor, an element outside of a line tells its direction by itself. */
export function looks(
  { align, indent, direction }: Looks,
  drawing: Pick<Drawing, 'inline'>,
): { style?: CSSProperties } & Direction {
  const style: CSSProperties = {
    ...(align !== null && { textAlign: align }),
    ...(indent > 0 && { paddingInlineStart: `calc(${indent} * ${INDENT})` }),
  }
  return { ...directionOf(direction, drawing), ...(Object.keys(style).length > 0 && { style }) }
}

export function directionOf(direction: Looks['direction'], { inline }: Pick<Drawing, 'inline'>): Direction {
  const dir = direction ?? (inline ? null : 'auto')
  return dir === null ? {} : { dir }
}

/** The nodes of a line; a break for none, so that the line has a height. */
export function lineInside(inside: readonly Shown[], { all }: Drawing): ReactNode {
  const isEmpty = inside.every((one) => one.kind === 'text' && one.text === '')
  return isEmpty ? <br /> : all(inside, true)
}
