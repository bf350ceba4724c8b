import {
  $computeTableMapSkipCellCheck,
  $findCellNode,
  $findTableNode,
  $isTableNode,
  type TableNode,
} from '@lexical/table'
import { $getNearestNodeFromDOMNode, $getNodeByKey, SKIP_DOM_SELECTION_TAG } from 'lexical'
import type { LexicalEditor } from 'lexical'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { isRightToLeft, placeIn } from './active-cell.ts'
import { CELL_WIDTH } from '../../../../shared/fields/richText/tables.ts'
import styles from './table-tools.module.css'
import type { ActiveCell } from './active-cell.ts'

/** Pixels around the edge of a column in which the pointer shows its handle. */
const NEAR = 5
/** Pixels by which an arrow key changes a width, without and with Shift. */
const STEP = 10
const LARGE_STEP = 50

type Edge = { tableKey: string; column: number }

/**
 * The handle at the edge of a column, shown under the pointer or on request of the table's menu, and moved by
 * drag or arrow keys.
 */
export function ColumnHandle(props: {
  editor: LexicalEditor
  layer: RefObject<HTMLDivElement | null>
  byKeys: ActiveCell | null
  onDone: () => void
}) {
  const { editor, layer, byKeys, onDone } = props
  const { t } = useT()
  const handle = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const hovered = useEdgeUnderPointer(editor, dragged !== null)
  const edge: Edge | null = byKeys ?? hovered
  const shown = useShownEdge(editor, layer, edge)
  const isByKeys = byKeys !== null
  const isThere = shown !== null
  useEffect(() => {
    if (isByKeys && isThere) handle.current?.focus()
  }, [isByKeys, isThere])
  const style = useMemo(
    () => (shown === null ? {} : { left: shown.left + (dragged ?? 0), top: shown.top, height: shown.height }),
    [shown, dragged],
  )
  if (edge === null || shown === null) return null

  function widen(by: number): void {
    if (edge === null) return
    editor.update(
      () => {
        const table = $getNodeByKey(edge.tableKey)
        if (!$isTableNode(table)) return
        const width = $columnWidths(editor, table)[edge.column]
        if (width !== undefined) $setColumnWidth(editor, table, edge.column, width + by)
      },
      { tag: SKIP_DOM_SELECTION_TAG },
    )
  }

  return (
    <div
      ref={handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('galley:richTextTables.handle', { column: edge.column + 1 })}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuenow={shown.width}
      aria-valuetext={t('galley:richTextTables.pixels', { width: shown.width })}
      tabIndex={-1}
      className={styles['handle']}
      style={style}
      data-dragged={dragged === null ? undefined : true}
      onBlur={() => {
        if (isByKeys) onDone()
      }}
      onKeyDown={(event) => {
        const step = event.shiftKey ? LARGE_STEP : STEP
        const outward = shown.isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
        const inward = shown.isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
        if (event.key === outward) widen(step)
        else if (event.key === inward) widen(-step)
        else if (event.key === 'Enter' || event.key === 'Escape' || event.key === 'Tab') onDone()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
      onPointerDown={(event) => drag(event, setDragged, (by) => widen(shown.isRightToLeft ? -by : by))}
    />
  )
}

/**
 * Follows the pointer from its press. `onMove`: called with the distance in pixels, and with null at the end. `onEnd`:
 * called with the distance, unless the drag was cancelled.
 */
function drag(
  event: ReactPointerEvent<HTMLElement>,
  onMove: (by: number | null) => void,
  onEnd: (by: number) => void,
): void {
  event.preventDefault()
  const from = event.clientX
  const target = event.currentTarget
  target.setPointerCapture(event.pointerId)
  const move = (moved: PointerEvent) => onMove(moved.clientX - from)
  const end = (moved: PointerEvent) => {
    target.removeEventListener('pointermove', move)
    target.removeEventListener('pointerup', end)
    target.removeEventListener('pointercancel', end)
    onMove(null)
    const by = moved.type === 'pointerup' ? moved.clientX - from : 0
    if (by !== 0) onEnd(by)
  }
  onMove(0)
  target.addEventListener('pointermove', move)
  target.addEventListener('pointerup', end)
  target.addEventListener('pointercancel', end)
}

/** The edge of a column that the pointer is near to. */
function useEdgeUnderPointer(editor: LexicalEditor, isKept: boolean): Edge | null {
  const [edge, setEdge] = useState<Edge | null>(null)
  const kept = useRef(isKept)
  useEffect(() => {
    kept.current = isKept
  }, [isKept])
  useEffect(
    () =>
      editor.registerRootListener((root) => {
        if (root === null) return
        const look = (event: PointerEvent) => {
          // Over the handle itself, which lies over the text, or during a press the edge stays.
          if (kept.current || event.buttons !== 0 || !(event.target instanceof Element)) return
          const cell = event.target.closest('td, th')
          const next =
            cell === null || !root.contains(cell) || !editor.isEditable()
              ? null
              : edgeNear(editor, cell, event.clientX)
          setEdge((before) =>
            before?.tableKey === next?.tableKey && before?.column === next?.column ? before : next,
          )
        }
        root.addEventListener('pointermove', look)
        return () => root.removeEventListener('pointermove', look)
      }),
    [editor],
  )
  return edge
}

function edgeNear(editor: LexicalEditor, element: Element, x: number): Edge | null {
  const box = element.getBoundingClientRect()
  const isRtl = isRightToLeft(element)
  const fromEnd = isRtl ? x - box.left : box.right - x
  const fromStart = isRtl ? box.right - x : x - box.left
  if (fromEnd > NEAR && fromStart > NEAR) return null
  return editor.getEditorState().read(
    () => {
      const node = $getNearestNodeFromDOMNode(element)
      const cell = node === null ? null : $findCellNode(node)
      const table = cell === null ? null : $findTableNode(cell)
      if (cell === null || table === null) return null
      const [map] = $computeTableMapSkipCellCheck(table, null, null)
      const at = map.flat().find((one) => one.cell.is(cell))
      const column =
        at === undefined ? -1 : fromEnd <= NEAR ? at.startColumn + cell.getColSpan() - 1 : at.startColumn - 1
      return column < 0 ? null : { tableKey: table.getKey(), column }
    },
    { editor },
  )
}

type ShownEdge = { left: number; top: number; height: number; width: number; isRightToLeft: boolean }

/**
 * Returns the position of a column's edge in the layer, and the width of the column; null while it is not
 * shown.
 */
function useShownEdge(
  editor: LexicalEditor,
  layer: RefObject<HTMLDivElement | null>,
  edge: Edge | null,
): ShownEdge | null {
  const [shown, setShown] = useState<ShownEdge | null>(null)
  const { tableKey = null, column = null } = edge ?? {}
  useEffect(() => {
    const measure = () => {
      if (tableKey === null || column === null || layer.current === null) return setShown(null)
      setShown(measuredEdge(editor, layer.current, { tableKey, column }))
    }
    measure()
    return editor.registerUpdateListener(measure)
  }, [editor, layer, tableKey, column])
  return edge === null ? null : shown
}

function measuredEdge(editor: LexicalEditor, layer: Element, { tableKey, column }: Edge): ShownEdge | null {
  return editor.getEditorState().read(
    () => {
      const table = $getNodeByKey(tableKey)
      const element = editor.getElementByKey(tableKey)?.querySelector('table') ?? null
      if (!$isTableNode(table) || element === null) return null
      const [map] = $computeTableMapSkipCellCheck(table, null, null)
      const at = map.flat().find(({ cell, startColumn }) => startColumn + cell.getColSpan() - 1 === column)
      const cell = at === undefined ? null : editor.getElementByKey(at.cell.getKey())
      const place = cell === null ? null : placeIn(layer, cell)
      const whole = placeIn(layer, element)
      const width = $columnWidths(editor, table)[column]
      if (place === null || whole === null || width === undefined) return null
      const isRtl = isRightToLeft(element)
      const left = isRtl ? place.left : place.left + place.width
      return { left, top: whole.top, height: whole.height, width, isRightToLeft: isRtl }
    },
    { editor },
  )
}

/** Least and most width of a column, in pixels: a letter with its padding, and wider than most screens. */
const NARROWEST = 40
const WIDEST = 2_000

/** Returns the widths of the columns in pixels: as stored in the table, else as drawn. */
function $columnWidths(editor: LexicalEditor, table: TableNode): number[] {
  const count = table.getColumnCount()
  const said = table.getColWidths()
  const measured = said === undefined ? $measured(editor, table, count) : []
  return Array.from({ length: count }, (_, column) => said?.[column] ?? measured[column] ?? CELL_WIDTH)
}

export function $setColumnWidth(
  editor: LexicalEditor,
  table: TableNode,
  column: number,
  width: number,
): void {
  const next = Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))
  table.setColWidths($columnWidths(editor, table).map((one, at) => (at === column ? next : one)))
}

function $measured(editor: LexicalEditor, table: TableNode, count: number): (number | undefined)[] {
  const [map] = $computeTableMapSkipCellCheck(table, null, null)
  const all = map.flat()
  return Array.from({ length: count }, (_, column) => {
    const own = all.find(({ cell, startColumn }) => startColumn === column && cell.getColSpan() === 1)
    const width = own && editor.getElementByKey(own.cell.getKey())?.getBoundingClientRect().width
    return width === undefined || width === 0 ? undefined : Math.round(width)
  })
}
