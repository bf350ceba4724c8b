import { element as elementNode } from '../../../../shared/fields/richText/from-markdown.ts'
import { typeOf } from '../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { blocksIn } from './from-html.ts'
import type { Reader } from './from-html.ts'
import { linesOf, paragraph } from './node-lines.ts'

/** Columns and rows that a cell may reach over, at most. */
const MOST = 200
const ROW_HEADER = 1
const COLUMN_HEADER = 2

type Cell = { element: Element; colSpan: number; rowSpan: number }

/**
 * A table, complete: each row as wide as the widest. One with a single cell only lays out what is in it. What a caption
 * says stands in front.
 */
export function tableOf(table: Element, depth: number, reader: Reader): JsonObject[] {
  const captions = childrenNamed(table, ['caption']).flatMap((one) => blocksIn(one, depth + 1, reader))
  const rows = rowsOf(table)
  const cells = rows.map(cellsOf)
  const [only, ...others] = cells.flat()
  if (only === undefined) return captions
  if (others.length === 0) return [...captions, ...blocksIn(only.element, depth + 1, reader)]
  const widths = widthsOf(cells)
  const width = Math.max(...widths)
  const made = cells.map((row, at) => {
    const isHead = row.length > 0 && row.every(({ element }) => element.localName === 'th')
    const filled = row.map((cell) => cellNode(cell, isHead, depth, reader))
    const missing = Array.from({ length: width - (widths[at] ?? 0) }, () => emptyCell())
    return elementNode('tablerow', [...filled, ...missing])
  })
  return [...captions, elementNode('table', made)]
}

function childrenNamed(parent: Element, names: readonly string[]): Element[] {
  return [...parent.children].filter(({ localName }) => names.includes(localName))
}

function rowsOf(table: Element): Element[] {
  return childrenNamed(table, ['tr', 'thead', 'tbody', 'tfoot']).flatMap((one) =>
    one.localName === 'tr' ? [one] : childrenNamed(one, ['tr']),
  )
}

function cellsOf(row: Element, at: number, rows: readonly Element[]): Cell[] {
  return childrenNamed(row, ['td', 'th']).map((element) => ({
    element,
    colSpan: span(element, 'colspan', MOST),
    rowSpan: span(element, 'rowspan', Math.min(MOST, rows.length - at)),
  }))
}

function span(cell: Element, name: string, most: number): number {
  const given = Number.parseInt(cell.getAttribute(name) ?? '1', 10)
  return Number.isSafeInteger(given) ? Math.min(Math.max(given, 1), most) : 1
}

/** How many columns each row fills, with the cells that reach into it from above. */
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

function cellNode(
  { element, colSpan, rowSpan }: Cell,
  isHead: boolean,
  depth: number,
  reader: Reader,
): JsonObject {
  const isHeader = element.localName === 'th'
  const headerState = !isHeader ? 0 : isHead ? ROW_HEADER : COLUMN_HEADER
  // A table in a cell comes down to its words.
  const blocks = blocksIn(element, depth + 1, reader).flatMap((block) =>
    typeOf(block) === 'table' ? linesOf(block).map(paragraph) : [block],
  )
  return elementOfCell(blocks, { headerState, colSpan, rowSpan })
}

function emptyCell(): JsonObject {
  return elementOfCell([], { headerState: 0, colSpan: 1, rowSpan: 1 })
}

function elementOfCell(blocks: Json[], more: JsonObject): JsonObject {
  return elementNode('tablecell', blocks.length === 0 ? [paragraph([])] : blocks, {
    ...more,
    backgroundColor: null,
  })
}
