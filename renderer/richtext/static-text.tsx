import { memo, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { RichTextEditor } from '../../shared/cms/schema-model.ts'
import { joinLists } from '../../shared/fields/richText/lists.ts'
import { topNodes } from '../../shared/fields/richText/nodes.ts'
import { showNodes } from '../../shared/fields/richText/show.ts'
import type { Shown } from '../../shared/fields/richText/shown.ts'
import type { Json } from '../../shared/json.ts'
import type { Drawing } from './node-views/node-view.tsx'
import { nodeViewOf } from './node-views/registry.ts'
import styles from './rich-text.module.css'

type StaticTextProps = {
  value: Json
  /** The site's editor; null: not known, so states of text are not drawn. */
  config?: Pick<RichTextEditor, 'textStates'> | null
  /** Number of top-level nodes that are drawn; absent: all. */
  most?: number
  /** True if the text is never edited, so its links are followed; else the editor takes its place. */
  isRead?: boolean
}

/**
 * A rich text without an editor. It has the same elements as in the editor, so that nothing moves when that
 * replaces it.
 */
export const StaticText = memo(function StaticText({
  value,
  config = null,
  most,
  isRead = false,
}: StaticTextProps) {
  const pieces = useMemo(() => inPieces(joinLists(topNodes(value))), [value])
  if (pieces.length === 0)
    return (
      <p className={styles['paragraph']} dir="auto">
        <br />
      </p>
    )
  return pieces
    .slice(0, most === undefined ? undefined : Math.ceil(most / PIECE))
    .map((nodes, index) => <Piece key={`${index}`} nodes={nodes} config={config} isRead={isRead} />)
})

/**
 * Top-level nodes per memoized piece: when more of a long text is drawn, earlier pieces are not rendered
 * again.
 */
const PIECE = 60

function inPieces(nodes: readonly Json[]): (readonly Json[])[] {
  const pieces: (readonly Json[])[] = []
  for (let from = 0; from < nodes.length; from += PIECE) pieces.push(nodes.slice(from, from + PIECE))
  return pieces
}

type TextDrawing = Pick<Drawing, 'config' | 'isRead'>

const Piece = memo(function Piece({ nodes, config, isRead }: { nodes: readonly Json[] } & TextDrawing) {
  return drawAll(showNodes(nodes), { config, isRead }, false)
})

/** Renders nodes that are already in shown form, for example with marks. */
export function StaticNodes({
  shown,
  config = null,
}: { shown: readonly Shown[] } & Pick<StaticTextProps, 'config'>) {
  return drawAll(shown, { config, isRead: false }, false)
}

function drawAll(shown: readonly Shown[], around: TextDrawing, inline: boolean): ReactNode[] {
  const drawing = { ...around, inline, isLast: false, all: drawInside }
  const last = { ...drawing, isLast: true }
  function drawInside(inside: readonly Shown[], inLine: boolean): ReactNode[] {
    return drawAll(inside, around, inLine)
  }
  return shown.map((one, index) =>
    nodeViewOf(one).draw(one, index, index === shown.length - 1 ? last : drawing),
  )
}
