import { $createTableSelectionFrom, $isTableCellNode, INSERT_TABLE_COMMAND } from '@lexical/table'
import { $getRoot, $getSelection, $isElementNode, $isRangeSelection, $setSelection } from 'lexical'
import type { LexicalNode } from 'lexical'
import { afterEach, describe, expect, it } from 'vitest'
import { needsDarkText } from '../../../../renderer/richtext/features/tables/cell-colours.ts'
import { $setColumnWidth } from '../../../../renderer/richtext/features/tables/column-handle.tsx'
import {
  $alignCells,
  $colourCells,
  $deleteColumns,
  $deleteRows,
  $deleteTable,
  $forgetWidths,
  $insertColumns,
  $insertRows,
  $mergeSelected,
  $splitSelected,
  $tableState,
  $toggleFrozen,
  $toggleHeaders,
  $toggleStriping,
} from '../../../../renderer/richtext/features/tables/table-actions.ts'
import { $tableArea } from '../../../../renderer/richtext/features/tables/table-selection.ts'
import { tables } from '../../../../renderer/richtext/features/tables/tables.ts'
import { isJsonObject } from '../../../../shared/json.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { cell, element, paragraph, table } from '../../shared/rich-text/build-nodes.ts'
import { commandsOf } from './support/commands-of.tsx'
import { openText } from './support/open-text.ts'
import type { OpenText } from './support/open-text.ts'

afterEach(() => document.body.replaceChildren())

const open = (...nodes: Json[]) => openText(nodes, [tables])

/** Rows of cells that have a letter each, `ab/cd`. */
function grid(letters: string, more: JsonObject = {}): JsonObject {
  return table(
    letters.split('/').map((row) => row.split('').map((letter) => cell(letter))),
    more,
  )
}

function $cells(node: LexicalNode): LexicalNode[] {
  const inside = $isElementNode(node) ? node.getChildren().flatMap($cells) : []
  return $isTableCellNode(node) ? [node, ...inside] : inside
}

function selectCells(shown: OpenText, from: string, to: string): void {
  shown.change(() => {
    const find = (words: string) => $cells($getRoot()).find((node) => node.getTextContent().includes(words))
    const [first, last] = [find(from), find(to)]
    const area = $isTableCellNode(first) && $isTableCellNode(last) ? first.getParent()?.getParent() : null
    if (!$isTableCellNode(first) || !$isTableCellNode(last) || area == null) throw new Error('no such cells')
    $setSelection($createTableSelectionFrom($tableOf(first), first, last))
  })
}

function $tableOf(node: LexicalNode) {
  node.selectStart()
  const area = $tableArea()
  if (area === null) throw new Error('not in a table')
  return area.table
}

const listOf = (node: Json | undefined): JsonObject[] =>
  isJsonObject(node) && Array.isArray(node['children']) ? node['children'].filter(isJsonObject) : []

/** The first table, as rows of words; a cell that is larger than one with its spans, a header with its bits. */
function drawn(shown: OpenText): string[] {
  const node = shown.nodes().find(({ type }) => type === 'table')
  return listOf(node).map((row) =>
    listOf(row)
      .map((one) => {
        const words = JSON.stringify(one['children']).match(/"text":"[^"]*"/g) ?? []
        const text = words.map((word) => word.slice(8, -1)).join('+')
        const spans =
          one['colSpan'] === 1 && one['rowSpan'] === 1
            ? ''
            : `(${JSON.stringify([one['colSpan'], one['rowSpan']])})`
        const bits = one['headerState'] === 0 ? '' : `#${JSON.stringify(one['headerState'])}`
        return `${text || '_'}${spans}${bits}`
      })
      .join(' '),
  )
}

const state = (shown: OpenText) => shown.editor.getEditorState().read($tableState)
const words = (shown: OpenText): string =>
  shown.editor.getEditorState().read(() => {
    const selection = $getSelection()
    return $isRangeSelection(selection) ? selection.anchor.getNode().getTextContent() : ''
  })

describe('a new table', () => {
  it('has the rows and columns that were asked for, a row of headers, and the caret in its first cell', () => {
    const shown = open(paragraph('a'))
    shown.caret('a', 1)
    shown.change(() => shown.editor.dispatchCommand(INSERT_TABLE_COMMAND, { rows: '2', columns: '3' }))
    expect(drawn(shown)).toEqual(['_#1 _#1 _#1', '_ _ _'])
    expect(shown.nodes().map(({ type }) => type)).toEqual(['paragraph', 'table', 'paragraph'])
    expect(state(shown)).toMatchObject({ isHeaderRow: true, isHeaderColumn: false })
  })

  it('takes the place of an empty line', () => {
    const shown = open(paragraph('a'), paragraph(''), paragraph('b'))
    shown.caretInEmpty()
    shown.change(() => shown.editor.dispatchCommand(INSERT_TABLE_COMMAND, { rows: '1', columns: '1' }))
    expect(shown.nodes().map(({ type }) => type)).toEqual(['paragraph', 'table', 'paragraph'])
  })

  it('does not come into a table: neither by Lexical’s command nor by the one of toolbars', async () => {
    const shown = open(grid('ab/cd'))
    const before = shown.nodes()
    shown.caret('a')
    shown.change(() => shown.editor.dispatchCommand(INSERT_TABLE_COMMAND, { rows: '2', columns: '3' }))
    expect(shown.nodes()).toEqual(before)
    selectCells(shown, 'a', 'd')
    shown.change(() => shown.editor.dispatchCommand(INSERT_TABLE_COMMAND, { rows: '2', columns: '3' }))
    expect(shown.nodes()).toEqual(before)
    const [insert] = await commandsOf(tables)
    expect(shown.editor.getEditorState().read(() => insert?.$isEnabled?.())).toBe(false)
  })
})

describe('cells', () => {
  it('become one, with what was in them, and are parted again', () => {
    const shown = open(grid('abc/def/ghi'))
    selectCells(shown, 'a', 'e')
    expect(state(shown)).toMatchObject({ canMerge: true, canSplit: false, rows: 2, columns: 2 })
    shown.change($mergeSelected)
    expect(drawn(shown)).toEqual(['a+b+d+e([2,2]) c', 'f', 'g h i'])
    expect(state(shown)).toMatchObject({ canMerge: false, canSplit: true, rows: 2, columns: 2 })
    shown.change($splitSelected)
    expect(drawn(shown)).toEqual(['a+b+d+e _ c', '_ _ f', 'g h i'])
  })

  it('S3.36 (part: in the editor) are headers of their row or column by bits, which are changed one by one', () => {
    const shown = open(grid('abc/def/ghi'))
    shown.caret('a')
    shown.change(() => $toggleHeaders('row'))
    shown.change(() => $toggleHeaders('column'))
    expect(drawn(shown)).toEqual(['a#3 b#1 c#1', 'd#2 e f', 'g#2 h i'])
    shown.change(() => $toggleHeaders('row'))
    expect(drawn(shown)).toEqual(['a#2 b c', 'd#2 e f', 'g#2 h i'])
    selectCells(shown, 'b', 'f')
    shown.change(() => $toggleHeaders('row'))
    expect(drawn(shown)).toEqual(['a#3 b#1 c#1', 'd#3 e#1 f#1', 'g#2 h i'])
  })

  it('are aligned and coloured, all that are selected; the top and no colour are not stored', () => {
    const shown = open(grid('ab/cd'))
    selectCells(shown, 'a', 'b')
    shown.change(() => $alignCells('middle'))
    shown.change(() => $colourCells('#e1ecf8'))
    const first = () => listOf(listOf(shown.nodes().find(({ type }) => type === 'table'))[0])
    expect(first()).toMatchObject([
      { verticalAlign: 'middle', backgroundColor: '#e1ecf8' },
      { verticalAlign: 'middle', backgroundColor: '#e1ecf8' },
    ])
    expect(state(shown)).toMatchObject({ align: 'middle', colour: '#e1ecf8' })
    shown.caret('a')
    shown.change(() => $alignCells('top'))
    shown.change(() => $colourCells(null))
    expect(first()[0]).not.toHaveProperty('verticalAlign')
    expect(first()[0]).toMatchObject({ backgroundColor: null })
    selectCells(shown, 'a', 'b')
    expect(state(shown)).toMatchObject({ align: null, colour: undefined })
  })

  it('have text that can be read on their background, whatever it is', () => {
    const colours = ['rgb(225, 236, 248)', 'rgb(20, 20, 60)', 'rgba(0, 0, 0, 0)', 'rgba(20, 20, 60, 0.9)', '']
    expect(colours.map(needsDarkText)).toEqual([true, false, null, false, null])
    const shown = open(
      table([
        [cell('a', { backgroundColor: '#102030' }), cell('b', { backgroundColor: '#fff4dc' }), cell('c')],
      ]),
    )
    const classes = [...shown.root.querySelectorAll('td')].map(
      ({ className }) => /darkText|lightText/.exec(className)?.[0],
    )
    expect(classes).toEqual(['lightText', 'darkText', undefined])
  })
})

describe('rows and columns', () => {
  it('are put before and after what is selected, as many as are selected, and go', () => {
    const shown = open(grid('ab/cd'))
    shown.caret('a')
    shown.change(() => $insertRows('before'))
    shown.change(() => $insertColumns('after'))
    expect(drawn(shown)).toEqual(['_ _ _', 'a _ b', 'c _ d'])
    selectCells(shown, 'a', 'c')
    shown.change(() => $insertRows('after'))
    shown.change(() => $insertColumns('before'))
    expect(drawn(shown)).toEqual(['_ _ _ _', '_ a _ b', '_ c _ d', '_ _ _ _', '_ _ _ _'])
    shown.caret('c')
    shown.change($deleteRows)
    shown.caret('a')
    shown.change($deleteColumns)
    expect(drawn(shown)).toEqual(['_ _ _', '_ _ b', '_ _ _', '_ _ _'])
  })

  it('keep merged cells whole', () => {
    const shown = open(grid('abc/def/ghi'))
    selectCells(shown, 'a', 'e')
    shown.change($mergeSelected)
    shown.caret('f')
    shown.change(() => $insertRows('before'))
    expect(drawn(shown)).toEqual(['a+b+d+e([2,3]) c', '_', 'f', 'g h i'])
    shown.change(() => $insertColumns('before'))
    expect(drawn(shown)).toEqual(['a+b+d+e([2,3]) _ c', '_ _', '_ f', 'g h _ i'])
  })

  it('are the table: without them it is gone, and the caret is in the text', () => {
    for (const $delete of [$deleteRows, $deleteColumns, $deleteTable]) {
      const shown = open(grid('ab/cd'))
      selectCells(shown, 'a', 'd')
      shown.change($delete)
      expect(shown.nodes()).toMatchObject([{ type: 'paragraph' }])
      expect(words(shown)).toBe('')
      const between = open(paragraph('x'), grid('ab/cd'), paragraph('y'))
      selectCells(between, 'a', 'd')
      between.change($delete)
      expect(words(between)).toBe('y')
    }
  })

  it('have widths once one is changed, whole and not too narrow, and none again', () => {
    const shown = open(grid('ab/cd'), paragraph('x'))
    shown.caret('a')
    const widen = (column: number, width: number) =>
      shown.change(() => {
        const area = $tableArea()
        if (area !== null) $setColumnWidth(shown.editor, area.table, column, width)
      })
    widen(1, 120.4)
    expect(shown.nodes()[0]).toMatchObject({ colWidths: [75, 120] })
    widen(0, 3)
    expect(shown.nodes()[0]).toMatchObject({ colWidths: [40, 120] })
    shown.change(() => $insertColumns('after'))
    expect(shown.nodes()[0]?.['colWidths']).toHaveLength(3)
    shown.change($forgetWidths)
    expect(shown.nodes()[0]).not.toHaveProperty('colWidths')
  })

  it('are striped and kept in sight, or not', () => {
    const shown = open(grid('ab/cd', { frozenColumnCount: 2 }))
    shown.caret('a')
    shown.change($toggleStriping)
    shown.change(() => $toggleFrozen('row'))
    expect(shown.nodes()[0]).toMatchObject({ rowStriping: true, frozenRowCount: 1, frozenColumnCount: 2 })
    shown.change($toggleStriping)
    shown.change(() => $toggleFrozen('row'))
    shown.change(() => $toggleFrozen('column'))
    for (const key of ['rowStriping', 'frozenRowCount', 'frozenColumnCount'])
      expect(shown.nodes()[0]).not.toHaveProperty(key)
  })
})

describe('keys', () => {
  it('go from cell to cell by Tab and back by Shift+Tab; behind the last one there is a new row', () => {
    const shown = open(grid('ab/cd'))
    shown.caret('a')
    const reached = ['Tab', 'Tab', 'Tab'].map((key) => {
      shown.press(key)
      return words(shown)
    })
    expect(reached).toEqual(['b', 'c', 'd'])
    shown.press('Tab', { shiftKey: true })
    expect(words(shown)).toBe('c')
    shown.press('Tab')
    shown.press('Tab')
    expect(drawn(shown)).toEqual(['a b', 'c d', '_ _'])
    expect(state(shown)).toMatchObject({ rows: 1, columns: 1 })
  })
})

describe('the JSON of tables', () => {
  it('comes out as it went in', () => {
    const nodes = [
      paragraph('x'),
      table(
        [
          [cell('a', { headerState: 3, width: 90 }), cell('b', { colSpan: 2, headerState: 1 })],
          [
            cell('c', { rowSpan: 2, verticalAlign: 'bottom', backgroundColor: 'papayawhip' }),
            cell('d'),
            cell('e', { verticalAlign: 'middle' }),
          ],
          [cell('f'), cell('g')],
        ],
        { colWidths: [90, 120, 200], rowStriping: true, frozenColumnCount: 1, frozenRowCount: 2 },
      ),
    ]
    expect(open(...nodes).nodes()).toMatchObject(nodes)
  })

  it('is read with whatever it has: spans and widths that are none, no rows, no cells, no text', () => {
    const odd = [
      table([[cell('a', { colSpan: 0, rowSpan: -1, width: 'x', headerState: 'x', verticalAlign: 'top' })]], {
        colWidths: [75, 'x'],
        frozenColumnCount: -1,
        rowStriping: 'x',
      }),
      paragraph('-'),
      { type: 'table', version: 1 },
      paragraph('-'),
      element('table', [
        { type: 'tablerow', version: 1 },
        element('tablerow', [{ type: 'tablecell', version: 1 }]),
      ]),
      paragraph('-'),
      table([[cell('b'), cell('c', { colSpan: 1.5, rowSpan: 9 })], [cell('d')]]),
    ]
    const shown = open(...odd)
    expect(drawn(shown)).toEqual(['a'])
    // Rows without cells and tables without rows are as they are; nothing throws, nothing is taken out of the text.
    expect(shown.nodes().map(({ type }) => type)).toEqual([
      'table',
      'paragraph',
      'table',
      'paragraph',
      'table',
      'paragraph',
      'table',
    ])
    shown.caret('b')
    shown.change(() => $insertColumns('after'))
    shown.change(() => $toggleHeaders('row'))
    expect(JSON.stringify(shown.nodes())).toContain('"text":"d"')
  })
})
