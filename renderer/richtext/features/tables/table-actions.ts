import {
  $deleteTableColumnAtSelection,
  $deleteTableRowAtSelection,
  $insertTableColumnAtNode,
  $insertTableRowAtNode,
  $mergeCells,
  $setTableColumnIsHeader,
  $setTableRowIsHeader,
  $unmergeCellNode,
  TableCellHeaderStates,
} from '@lexical/table'
import type { TableCellNode } from '@lexical/table'
import { $createParagraphNode } from 'lexical'
import { $tableArea } from './table-selection.ts'
import type { TableArea } from './table-selection.ts'

/** State of the selected cells, for the menu of a table. */
export type TableState = {
  rows: number
  columns: number
  canMerge: boolean
  canSplit: boolean
  isHeaderRow: boolean
  isHeaderColumn: boolean
  isStriped: boolean
  isRowFrozen: boolean
  isColumnFrozen: boolean
  hasWidths: boolean
  align: CellAlign | null
  /** Stored background; null: none, undefined: the cells have several. */
  colour: string | null | undefined
}

/** Vertical alignment of a cell; `top` is stored as null. */
export type CellAlign = 'top' | 'middle' | 'bottom'

export function $tableState(): TableState | null {
  const area = $tableArea()
  if (area === null) return null
  const { table, rect, cells } = area
  const [colour, ...otherColours] = new Set(cells.map((cell) => cell.getBackgroundColor()))
  const [align = null, ...otherAligns] = new Set(cells.map(alignOf))
  return {
    rows: rect.maxRow - rect.minRow + 1,
    columns: rect.maxColumn - rect.minColumn + 1,
    canMerge: cells.length > 1,
    canSplit: cells.some($isMerged),
    isHeaderRow: $isHeader(area, 'row'),
    isHeaderColumn: $isHeader(area, 'column'),
    isStriped: table.getRowStriping(),
    isRowFrozen: table.getFrozenRows() > 0,
    isColumnFrozen: table.getFrozenColumns() > 0,
    hasWidths: table.getColWidths() !== undefined,
    align: otherAligns.length > 0 ? null : align,
    colour: otherColours.length > 0 ? undefined : (colour ?? null),
  }
}

function alignOf(cell: TableCellNode): CellAlign {
  const align = cell.getVerticalAlign()
  return align === 'middle' || align === 'bottom' ? align : 'top'
}

function $isMerged(cell: TableCellNode): boolean {
  return cell.getColSpan() > 1 || cell.getRowSpan() > 1
}

/** True if all cells of the selected rows or columns are headers. */
function $isHeader({ map, rect }: TableArea, of: 'row' | 'column'): boolean {
  const lines =
    of === 'row'
      ? map.slice(rect.minRow, rect.maxRow + 1)
      : map.map((row) => row.slice(rect.minColumn, rect.maxColumn + 1))
  const bit = of === 'row' ? TableCellHeaderStates.ROW : TableCellHeaderStates.COLUMN
  return lines.flat().every(({ cell }) => cell.hasHeaderState(bit))
}

/** Merges the selected cells with their content, and puts the caret at its end. */
export function $mergeSelected(): void {
  const cells = $tableArea()?.cells ?? []
  if (cells.length > 1) $mergeCells(cells)?.selectEnd()
}

export function $splitSelected(): void {
  const area = $tableArea()
  for (const cell of area?.cells ?? []) if ($isMerged(cell)) $unmergeCellNode(cell)
  area?.cell.selectEnd()
}

export function $toggleHeaders(of: 'row' | 'column'): void {
  const area = $tableArea()
  if (area === null) return
  const isHeader = !$isHeader(area, of)
  const { table, rect } = area
  if (of === 'row') {
    for (let row = rect.minRow; row <= rect.maxRow; row += 1) $setTableRowIsHeader(table, row, isHeader)
  } else {
    for (let column = rect.minColumn; column <= rect.maxColumn; column += 1)
      $setTableColumnIsHeader(table, column, isHeader)
  }
}

/** Inserts as many rows as are selected, above or below them. */
export function $insertRows(where: 'before' | 'after'): void {
  const area = $tableArea()
  if (area === null) return
  const { map, rect } = area
  const beside = map[where === 'before' ? rect.minRow : rect.maxRow]?.[rect.minColumn]?.cell
  if (beside === undefined) return
  for (let count = rect.minRow; count <= rect.maxRow; count += 1)
    $insertTableRowAtNode(beside, where === 'after')
}

/** Inserts as many columns as are selected, in front of or behind them. */
export function $insertColumns(where: 'before' | 'after'): void {
  const area = $tableArea()
  if (area === null) return
  const { map, rect } = area
  const beside = map[rect.minRow]?.[where === 'before' ? rect.minColumn : rect.maxColumn]?.cell
  if (beside === undefined) return
  for (let count = rect.minColumn; count <= rect.maxColumn; count += 1)
    $insertTableColumnAtNode(beside, where === 'after', false)
}

export function $deleteRows(): void {
  const area = $tableArea()
  if (area === null) return
  if (area.rect.maxRow - area.rect.minRow + 1 === area.map.length) $deleteTable()
  else $deleteTableRowAtSelection()
}

export function $deleteColumns(): void {
  const area = $tableArea()
  if (area === null) return
  const [first = []] = area.map
  if (area.rect.maxColumn - area.rect.minColumn + 1 === first.length) $deleteTable()
  else $deleteTableColumnAtSelection()
}

/** Deletes the table, and puts the caret at its position. */
export function $deleteTable(): void {
  const table = $tableArea()?.table
  if (table === undefined) return
  if (table.getNextSibling() === null && table.getPreviousSibling() === null)
    table.insertAfter($createParagraphNode())
  if (table.getNextSibling() === null) table.selectPrevious()
  else table.selectNext(0, 0)
  table.remove()
}

export function $alignCells(align: CellAlign): void {
  for (const cell of $tableArea()?.cells ?? []) cell.setVerticalAlign(align === 'top' ? null : align)
}

export function $colourCells(colour: string | null): void {
  for (const cell of $tableArea()?.cells ?? []) cell.setBackgroundColor(colour)
}

export function $toggleStriping(): void {
  const table = $tableArea()?.table
  table?.setRowStriping(!table.getRowStriping())
}

/** Freezes the first row or column, or unfreezes all; more than one can only come from the server. */
export function $toggleFrozen(of: 'row' | 'column'): void {
  const table = $tableArea()?.table
  if (of === 'row') table?.setFrozenRows(table.getFrozenRows() > 0 ? 0 : 1)
  else table?.setFrozenColumns(table.getFrozenColumns() > 0 ? 0 : 1)
}

/** Removes the stored widths, so that columns fit their content again. */
export function $forgetWidths(): void {
  const table = $tableArea()?.table
  table?.setColWidths(undefined)
}
