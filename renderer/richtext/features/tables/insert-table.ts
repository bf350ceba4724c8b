import { $createTableNodeWithDimensions } from '@lexical/table'
import { $insertNodeToNearestRoot } from '@lexical/utils'
import {
  $getPreviousSelection,
  $getSelection,
  $isParagraphNode,
  $isRangeSelection,
  createCommand,
} from 'lexical'
import type { LexicalCommand } from 'lexical'
import { $isInTable } from './table-selection.ts'

/** Opens the drawer for the size of a new table. */
export const OPEN_TABLE_DRAWER: LexicalCommand<void> = createCommand('OPEN_TABLE_DRAWER')

/** Opens the menu of the table that the caret is in. */
export const OPEN_TABLE_MENU: LexicalCommand<void> = createCommand('OPEN_TABLE_MENU')

/** Most rows and columns of a new table; more can be added one by one. */
export const MOST_ROWS = 200
export const MOST_COLUMNS = 50

/** Returns a valid number of rows or columns; null for any other value. */
export function tableSize(value: number | null, most: number): number | null {
  return value !== null && Number.isInteger(value) && value >= 1 && value <= most ? value : null
}

/**
 * Inserts a table with a header row, and the caret in its first cell. False inside of a table (S4.26), or
 * without a caret.
 */
export function $insertTable(rows: number, columns: number): boolean {
  const selection = $getSelection() ?? $getPreviousSelection()
  if (!$isRangeSelection(selection) || $isInTable()) return false
  const line = selection.anchor.getNode()
  const table = $createTableNodeWithDimensions(rows, columns, { rows: true, columns: false })
  $insertNodeToNearestRoot(table)
  // The table replaces an empty line.
  if ($isParagraphNode(line) && line.isEmpty()) line.remove()
  table.getFirstDescendant()?.selectStart()
  return true
}
