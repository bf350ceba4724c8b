import { isPlainJson, own } from '../../../json.ts'
import type { Json, JsonObject } from '../../../json.ts'
import { wholeNumber } from '../lists.ts'
import { alignTables, EMPTY_PARAGRAPH } from '../merge-table.ts'
import type { AlignedTables } from '../merge-table.ts'
import { childrenOf, elementNode, paragraphNode, typeOf } from '../nodes.ts'
import { looksOf } from '../shown.ts'
import type { ShownCell, ShownOf } from '../shown.ts'
import { CELL_WIDTH, isColour, readTable, spanOf } from '../tables.ts'
import { areAll, inEach } from '../three-way.ts'
import type { Three } from '../three-way.ts'
import type {
  Alone,
  HtmlWriter,
  MarkdownWriter,
  NodeChange,
  NodeMerging,
  NodeType,
  Offer,
} from './node-type.ts'
import { escaped } from './write-parts.ts'

export const table: NodeType<ShownOf<'table'>> = {
  types: ['table'],
  standing: 'block',
  name: () => 'table',
  changes: (was, is) => [
    ...countChange('rows', was.rows.length, is.rows.length),
    ...countChange('columns', columnsOf(was), columnsOf(is)),
  ],
  holds: { table: 'tablerow', tablerow: 'tablecell' },
  show(node, show) {
    const { rows, ...read } = readTable(node)
    const { align, direction } = looksOf(node)
    return {
      kind: 'table',
      table: read,
      align,
      direction,
      rows: rows.map(({ height, cells }) => ({
        height,
        cells: cells.map(({ node: cell, ...rest }) => ({ ...rest, inside: show(childrenOf(cell)) })),
      })),
    }
  },
  mapInside: (shown, { line }) => ({
    ...shown,
    rows: shown.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, inside: line(cell.inside) })),
    })),
  }),
  between: { table: '\n', tablerow: ' · ' },
  html(shown, write) {
    const rows = shown.rows.map(
      ({ cells }) => `<tr>${cells.map((cell) => htmlCell(cell, write)).join('')}</tr>`,
    )
    return `<table>${rows.join('')}</table>`
  },
  markdown,
  offer: (node, offer) => (offer.has('experimental_table') ? [offered(node, offer)] : offer.flat(node)),
  merge(three, merging, alone) {
    const aligned = areAll('table', three) ? alignTables(three) : null
    if (aligned !== null) return mergeRows(aligned, merging, alone)
    const cells = inEach(three, (node) => (typeOf(node) === 'tablerow' ? childrenOf(node) : null))
    const isSameLength =
      cells !== null && cells.base.length === cells.mine.length && cells.base.length === cells.theirs.length
    return isSameLength ? mergeRow(three, cells, merging, alone) : null
  },
}

const columnsOf = ({ rows }: ShownOf<'table'>): number => rows[0]?.cells.length ?? 0

function countChange(what: 'rows' | 'columns', from: number, to: number): NodeChange[] {
  return from === to ? [] : [{ what, from, to }]
}

function htmlCell(cell: ShownCell, { all }: HtmlWriter): string {
  const tag = cell.isRowHeader || cell.isColumnHeader ? 'th' : 'td'
  const spans = [
    cell.colSpan > 1 ? ` colspan="${cell.colSpan}"` : '',
    cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : '',
  ].join('')
  const style = [
    'border: 1px solid black',
    `width: ${cell.width ?? CELL_WIDTH}px`,
    `vertical-align: ${cell.verticalAlign ?? 'top'}`,
    'text-align: start',
    ...(cell.backgroundColor === null ? [] : [`background-color: ${cell.backgroundColor}`]),
  ].join('; ')
  return `<${tag}${spans} style="${escaped(style)}">${all(cell.inside)}</${tag}>`
}

function markdown({ rows }: ShownOf<'table'>, { blocks }: MarkdownWriter): string {
  const words = ({ inside }: ShownCell): string =>
    blocks(inside).join(' ').replaceAll('\n', ' ').replaceAll('|', '\\|')
  const lines = rows.map(({ cells }) => `| ${cells.map(words).join(' | ')} |`)
  const [first, ...others] = lines
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 1)
  return first === undefined ? '' : [first, `|${' --- |'.repeat(width)}`, ...others].join('\n')
}

function offered(node: JsonObject, offer: Offer): JsonObject {
  const widths = own(node, 'colWidths')
  const rows = childrenOf(node).filter((row) => typeOf(row) === 'tablerow')
  return {
    ...elementNode(
      'table',
      rows.map((row, at) => offeredRow(row, rows.length - at, offer)),
    ),
    ...(Array.isArray(widths) &&
      widths.every((one) => typeof one === 'number' && one > 0 && one < 5_000) && { colWidths: widths }),
    ...(own(node, 'rowStriping') === true && { rowStriping: true }),
    ...frozen(node, 'frozenColumnCount'),
    ...frozen(node, 'frozenRowCount'),
  }
}

function frozen(node: JsonObject, key: string): JsonObject {
  const count = wholeNumber(own(node, key))
  return count > 0 ? { [key]: Math.min(count, 100) } : {}
}

/** `rows`: the number of rows from this one on. */
function offeredRow(row: Json, rows: number, offer: Offer): JsonObject {
  const height = isPlainJson(row) ? own(row, 'height') : undefined
  const cells = childrenOf(row).filter((cell) => typeOf(cell) === 'tablecell')
  return {
    ...elementNode(
      'tablerow',
      cells.filter(isPlainJson).map((cell) => offeredCell(cell, rows, offer)),
    ),
    ...(typeof height === 'number' && height > 0 && { height }),
  }
}

function offeredCell(node: JsonObject, rows: number, { flat, wrapped, block, lines }: Offer): JsonObject {
  const colour = own(node, 'backgroundColor')
  const align = own(node, 'verticalAlign')
  const width = own(node, 'width')
  // A table in a cell becomes paragraphs, as tables cannot be nested (S2.69).
  const inside = childrenOf(node).flatMap((one) =>
    typeOf(one) === 'table' ? flat(one) : lines.isInline(one) ? wrapped([one]) : block(one),
  )
  return elementNode('tablecell', inside.length > 0 ? inside : [paragraphNode([])], {
    headerState: wholeNumber(own(node, 'headerState')) & 3,
    colSpan: spanOf(own(node, 'colSpan')),
    rowSpan: Math.min(spanOf(own(node, 'rowSpan')), rows),
    backgroundColor: typeof colour === 'string' && isColour(colour) ? colour : null,
    ...((align === 'middle' || align === 'bottom') && { verticalAlign: align }),
    ...(typeof width === 'number' && width > 0 && { width }),
  })
}

function mergeRows({ tables, byPlace }: AlignedTables, merging: NodeMerging, alone: Alone): Json[] {
  const rows = {
    base: childrenOf(tables.base),
    mine: childrenOf(tables.mine),
    theirs: childrenOf(tables.theirs),
  }
  const aloneInTable = (row: Json): Json => alone({ ...tables.theirs, children: [row] })
  const children = byPlace
    ? merging.inTurn(rows, (row) => merging.node(row, aloneInTable))
    : merging.nodes(rows, aloneInTable)
  return merging.holder(tables, children, alone)
}

function mergeRow(three: Three, cells: Three<readonly Json[]>, merging: NodeMerging, alone: Alone): Json[] {
  const around = isPlainJson(three.theirs) ? three.theirs : {}
  const aloneInRow = (cell: Json): Json => alone({ ...around, children: [cell] })
  const children = merging.inTurn(cells, (cell) => {
    const inside = merging.nodes({
      base: childrenOf(cell.base),
      mine: childrenOf(cell.mine),
      theirs: childrenOf(cell.theirs),
    })
    return merging.holder(cell, inside.length === 0 ? [EMPTY_PARAGRAPH] : inside, aloneInRow)
  })
  return merging.holder(three, children, alone)
}
