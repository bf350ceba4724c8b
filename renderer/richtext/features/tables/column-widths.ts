import { $computeTableMapSkipCellCheck } from '@lexical/table'
import type { TableNode } from '@lexical/table'
import type { LexicalEditor } from 'lexical'
import { CELL_WIDTH } from '../../../../shared/fields/richText/tables.ts'

/** In pixels: a letter and its padding, and wider than any screen. */
export const NARROWEST = 40
export const WIDEST = 2_000

/** How wide the columns are: as the table says, else as they are drawn. */
export function $columnWidths(editor: LexicalEditor, table: TableNode): number[] {
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
