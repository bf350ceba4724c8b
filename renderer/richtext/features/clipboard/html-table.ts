import { elementNode, paragraphNode, typeOf } from '../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { colourOf, hasNoPlace, isHidden, styleOf, verticalAlignOf, widthOf } from './html-looks.ts'
import { dataIn, linesOf } from '../../../../shared/fields/richText/node-lines.ts'
import type { HtmlReader } from './html-reading.ts'

/** Most columns and rows that a cell may span. */
const MOST = 200
/** Most cells of a table whose rows are filled up to one width; a larger table keeps its rows as they are. */
const MOST_CELLS = 20_000
const ROW_HEADER = 1
const COLUMN_HEADER = 2

/** Reads the content of a cell or a caption as blocks. */
type BlocksIn = (element: Element) => JsonObject[]
/** `element`: null for the empty neighbour of a cell whose words a spreadsheet lets run over it. */
type Cell = { element: Element | null; colSpan: number; rowSpan: number }

export const tableFromHtml: HtmlReader = {
  tags: ['table'],
  read: (element, _style, { depth }, { blocksIn }) => tableOf(element, (one) => blocksIn(one, depth + 1)),
}

/**
 * Returns a table whose rows all have the width of the widest, behind the blocks of its caption. Of a table
 * with a single cell only the content is returned, since it is only layout.
 */
function tableOf(table: Element, allBlocksIn: BlocksIn): JsonObject[] {
  const blocksIn: BlocksIn = (element) => (isHidden(element) ? [] : allBlocksIn(element))
  const captions = childrenNamed(table, ['caption']).flatMap((one) => blocksIn(one))
  const rows = rowsOf(table)
  const merged = rows.map(cellsOf)
  const columns = merged.flat().reduce((sum, { colSpan }) => sum + colSpan, 0)
  const cells = columns > MOST_CELLS ? merged : merged.map((row) => row.flatMap(withNeighbours))
  const [only, ...others] = cells.flat()
  if (only === undefined) return captions
  if (others.length === 0) return only.element === null ? captions : [...captions, ...blocksIn(only.element)]
  const widths = widthsOf(cells)
  const widest = widths.reduce((most, one) => Math.max(most, one), 0)
  const width = widest * rows.length > MOST_CELLS ? 0 : widest
  const made = cells.map((row, at) => {
    const isHead =
      row.length > 0 && row.every(({ element }) => element === null || element.localName === 'th')
    const rowLooks = looksOf(rows[at])
    const filled = row.map(({ element, ...spans }) =>
      element === null
        ? emptyCell(spans.rowSpan)
        : cellNode({ element, ...spans }, { isHead, rowLooks, blocksIn }),
    )
    const missing = Array.from({ length: Math.max(0, width - (widths[at] ?? 0)) }, () => emptyCell())
    return elementNode('tablerow', [...filled, ...missing])
  })
  const colWidths = columnWidths(table, cells, widest)
  return [...captions, elementNode('table', made, colWidths === null ? {} : { colWidths })]
}

/**
 * Returns the widths of all columns, from the table or from a row with one cell per column; null if none
 * states all.
 */
function columnWidths(table: Element, rows: readonly (readonly Cell[])[], count: number): number[] | null {
  const columns = childrenNamed(table, ['colgroup', 'col'])
    .flatMap((one) => (one.localName === 'col' ? [one] : childrenNamed(one, ['col'])))
    .slice(0, MOST)
    .flatMap((one) => Array<number | null>(span(one, 'span', MOST)).fill(widthOf(one)))
  const complete = rows
    .filter((row) => row.length === count && row.every(({ colSpan }) => colSpan === 1))
    .map((row) => row.map(({ element }) => element && widthOf(element)))
  const found = [columns, ...complete].find(
    (widths) => widths.length === count && widths.every((one) => one !== null),
  )
  return found?.flatMap((one) => one ?? []) ?? null
}

function childrenNamed(
  parent: Element,
  names: readonly string[],
  isLeftOut: (child: Element) => boolean = (child) => isHidden(child),
): Element[] {
  return [...parent.children].filter((child) => names.includes(child.localName) && !isLeftOut(child))
}

function rowsOf(table: Element): Element[] {
  return childrenNamed(table, ['tr', 'thead', 'tbody', 'tfoot']).flatMap((one) =>
    one.localName === 'tr' ? [one] : childrenNamed(one, ['tr']),
  )
}

function cellsOf(row: Element, at: number, rows: readonly Element[]): Cell[] {
  // An invisible cell is kept, so that the others stay in their columns.
  return childrenNamed(row, ['td', 'th'], (cell) => hasNoPlace(cell)).map((element) => ({
    element,
    colSpan: span(element, 'colspan', MOST),
    rowSpan: span(element, 'rowspan', Math.min(MOST, rows.length - at)),
  }))
}

/** Splits a cell that Excel merged with the empty neighbours over which its words run. */
function withNeighbours(cell: Cell): Cell[] {
  if (cell.element === null || styleOf(cell.element).get('mso-ignore') !== 'colspan') return [cell]
  const { colSpan, rowSpan } = cell
  const neighbours = Array.from({ length: colSpan - 1 }, () => ({ element: null, colSpan: 1, rowSpan }))
  return [{ ...cell, colSpan: 1 }, ...neighbours]
}

function span(cell: Element, name: string, most: number): number {
  const given = Number.parseInt(cell.getAttribute(name) ?? '1', 10)
  return Number.isSafeInteger(given) ? Math.min(Math.max(given, 1), most) : 1
}

/** Returns the number of columns that each row fills, including cells that span into it from above. */
function widthsOf(rows: readonly (readonly Cell[])[]): number[] {
  const widths = rows.map(() => 0)
  for (const [at, row] of rows.entries())
    for (const { colSpan, rowSpan } of row)
      for (let below = 0; below < rowSpan; below += 1) {
        const width = widths[at + below]
        if (width !== undefined) widths[at + below] = width + colSpan
      }
  return widths
}

/** Looks of a row, for cells that do not say their own. */
type CellLooks = { colour: string | null; align: string }

function looksOf(element: Element | undefined): CellLooks {
  return element === undefined
    ? { colour: null, align: '' }
    : { colour: colourOf(element), align: verticalAlignOf(element) }
}

type CellOptions = { isHead: boolean; rowLooks: CellLooks; blocksIn: BlocksIn }

function cellNode(
  { element, colSpan, rowSpan }: Cell & { element: Element },
  { isHead, rowLooks, blocksIn }: CellOptions,
): JsonObject {
  const isHeader = element.localName === 'th'
  const headerState = !isHeader ? 0 : isHead ? ROW_HEADER : COLUMN_HEADER
  // A table cannot be inside of a cell, so only its words and data nodes are kept.
  const blocks = blocksIn(element).flatMap((block): Json[] =>
    typeOf(block) === 'table' ? [...linesOf(block).map(paragraphNode), ...dataIn(block)] : [block],
  )
  const own = looksOf(element)
  const align = own.align || rowLooks.align
  return elementOfCell(blocks, {
    headerState,
    colSpan,
    rowSpan,
    backgroundColor: own.colour ?? rowLooks.colour,
    ...(align !== '' && { verticalAlign: align }),
  })
}

function emptyCell(rowSpan = 1): JsonObject {
  return elementOfCell([], { headerState: 0, colSpan: 1, rowSpan, backgroundColor: null })
}

function elementOfCell(blocks: Json[], more: JsonObject): JsonObject {
  return elementNode('tablecell', blocks.length === 0 ? [paragraphNode([])] : blocks, more)
}
