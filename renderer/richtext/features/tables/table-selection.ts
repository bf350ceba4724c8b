import {
  $computeTableCellRectBoundary,
  $computeTableMap,
  $findCellNode,
  $findTableNode,
  $isTableSelection,
} from '@lexical/table'
import type { TableCellNode, TableCellRectBoundary, TableMapType, TableNode } from '@lexical/table'
import { $getSelection, $isRangeSelection } from 'lexical'

/** The selected part of a table: a rectangle of its grid that holds merged cells as a whole. */
export type TableArea = {
  table: TableNode
  /** The cell with the caret, or the one in which the selection ends. */
  cell: TableCellNode
  map: TableMapType
  rect: TableCellRectBoundary
  /** Each once, the one at the top and start first. */
  cells: TableCellNode[]
}

/** Returns the selected part of a table; null: the selection is not inside of one table. */
export function $tableArea(): TableArea | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) && !$isTableSelection(selection)) return null
  const anchor = $findCellNode(selection.anchor.getNode())
  const cell = $findCellNode(selection.focus.getNode())
  const table = cell === null ? null : $findTableNode(cell)
  if (anchor === null || cell === null || table === null || !table.isParentOf(anchor)) return null
  const [map, from, to] = $computeTableMap(table, anchor, cell)
  const rect = $computeTableCellRectBoundary(map, from, to)
  const cells = new Set<TableCellNode>()
  for (const row of map.slice(rect.minRow, rect.maxRow + 1))
    for (const at of row.slice(rect.minColumn, rect.maxColumn + 1)) cells.add(at.cell)
  return { table, cell, map, rect, cells: [...cells] }
}

export function $isInTable(): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return $isTableSelection(selection)
  return selection.getStartEndPoints().some((point) => $findTableNode(point.getNode()) !== null)
}
