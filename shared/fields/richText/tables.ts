import { isPlainJson, own } from '../../json.ts'
import type { Json } from '../../json.ts'
import { childrenOf, typeOf } from './nodes.ts'

/** Width of a cell or column without a readable width, in pixels (S9.17). */
export const CELL_WIDTH = 75

export type Table = {
  /** Widths of the columns in pixels; empty: not set. */
  colWidths: number[]
  rowStriping: boolean
  frozenColumnCount: number
  frozenRowCount: number
  rows: TableRow[]
}

export type TableRow = { node: Json; height: number | null; cells: TableCell[] }

export type TableCell = {
  node: Json
  isRowHeader: boolean
  isColumnHeader: boolean
  colSpan: number
  rowSpan: number
  width: number | null
  /** A colour that is safe in a style; null: none. */
  backgroundColor: string | null
  verticalAlign: 'middle' | 'bottom' | null
}

/** Bits of a cell's `headerState`. */
const ROW_HEADER = 1
const COLUMN_HEADER = 2

/** Reads a table (S3.35, S3.36); properties that cannot be read count as not set. */
export function readTable(node: Json): Table {
  const widths = at(node, 'colWidths')
  return {
    colWidths: Array.isArray(widths) ? widths.map((width) => positive(width) ?? CELL_WIDTH) : [],
    rowStriping: at(node, 'rowStriping') === true,
    frozenColumnCount: count(at(node, 'frozenColumnCount'), 0),
    frozenRowCount: count(at(node, 'frozenRowCount'), 0),
    rows: childrenOf(node)
      .filter((row) => typeOf(row) === 'tablerow')
      .map((row) => ({ node: row, height: positive(at(row, 'height')), cells: cellsOf(row) })),
  }
}

function cellsOf(row: Json): TableCell[] {
  return childrenOf(row)
    .filter((cell) => typeOf(cell) === 'tablecell')
    .map((node) => {
      const state = count(at(node, 'headerState'), 0)
      const align = at(node, 'verticalAlign')
      const colour = at(node, 'backgroundColor')
      return {
        node,
        isRowHeader: (state & ROW_HEADER) !== 0,
        isColumnHeader: (state & COLUMN_HEADER) !== 0,
        colSpan: spanOf(at(node, 'colSpan')),
        rowSpan: spanOf(at(node, 'rowSpan')),
        width: positive(at(node, 'width')),
        backgroundColor: typeof colour === 'string' && isColour(colour) ? colour : null,
        verticalAlign: align === 'middle' || align === 'bottom' ? align : null,
      }
    })
}

/** True for a name, a hash or a function of numbers: nothing that could end the style or fetch. */
export function isColour(value: string): boolean {
  return /^(#[\da-f]{3,8}|[a-z]{3,30}|(rgb|rgba|hsl|hsla|oklch)\([\d\s.,%/a-z-]{1,60}\))$/i.test(value.trim())
}

/** Number of columns or rows that a cell spans, at least 1 (S3.35). */
export function spanOf(value: Json | undefined): number {
  return Math.max(1, count(value, 1))
}

/** Widest span and most frozen rows of a table; more than a screen can show. */
const MOST = 1_000

function count(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
    ? Math.min(value, MOST)
    : otherwise
}

function positive(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null
}

function at(node: Json, key: string): Json | undefined {
  return isPlainJson(node) ? own(node, key) : undefined
}
