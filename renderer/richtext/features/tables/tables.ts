import {
  INSERT_TABLE_COMMAND,
  TableCellNode,
  TableNode,
  TableRowNode,
  registerTablePlugin,
  registerTableSelectionObserver,
  setScrollableTablesActive,
  $isTableCellNode,
} from '@lexical/table'
import {
  COMMAND_PRIORITY_LOW,
  mergeRegister,
  type EditorThemeClasses,
  $getNodeByKey,
  type LexicalEditor,
} from 'lexical'
import { SquareMenu, Table } from 'lucide-react'
import type { EditorFeature } from '../../feature.ts'
import { $insertTable, OPEN_TABLE_DRAWER, OPEN_TABLE_MENU } from './insert-table.ts'
import { TableParts } from './table-parts.tsx'
import { $isInTable } from './table-selection.ts'
import { registerTableKeys } from './table-keys.ts'
import { needsDarkText } from './cell-colours.ts'
import styles from './tables.module.css'

const name = (key: string): string => styles[key] ?? ''

const tableTheme: EditorThemeClasses = {
  table: name('table'),
  tableScrollableWrapper: name('scroll'),
  tableRow: name('row'),
  tableCell: name('cell'),
  tableCellHeader: name('header'),
  tableCellSelected: name('selected'),
  tableSelection: name('selecting'),
  tableRowStriping: name('striped'),
  tableFrozenColumn: name('frozenColumn'),
  tableFrozenRow: name('frozenRow'),
  tableAlignment: { center: name('center'), right: name('right') },
}

/** Classes for the text colour that is readable on a cell's own background, in every theme. */
const darkText = name('darkText')
const lightText = name('lightText')

export const tables: EditorFeature = {
  name: 'tables',
  nodes: [TableNode, TableRowNode, TableCellNode],
  theme: tableTheme,
  isOffered: ({ features }) => features.includes('experimental_table'),
  register: (editor) => {
    setScrollableTablesActive(editor, true)
    return mergeRegister(
      registerTableKeys(editor),
      registerCellColours(editor),
      editor.registerCommand(
        INSERT_TABLE_COMMAND,
        ({ rows, columns }) => {
          $insertTable(Number(rows), Number(columns))
          return true
        },
        COMMAND_PRIORITY_LOW,
      ),
      registerTablePlugin(editor),
      registerTableSelectionObserver(editor, true),
    )
  },
  Beside: TableParts,
  commands: (_config, { t }) => [
    {
      id: 'insert.table',
      group: 'insert',
      label: t('galley:richTextTables.table'),
      icon: Table,
      words: ['table', 'grid'],
      places: ['toolbar', 'slash'],
      run: (editor) => editor.dispatchCommand(OPEN_TABLE_DRAWER, undefined),
      $isEnabled: () => !$isInTable(),
    },
    {
      id: 'insert.tableMenu',
      group: 'insert',
      label: t('galley:richTextTables.menu'),
      icon: SquareMenu,
      shortcut: 'Shift+F10',
      places: [],
      run: (editor) => editor.dispatchCommand(OPEN_TABLE_MENU, undefined),
      $isEnabled: $isInTable,
    },
  ],
}

/**
 * Marks cells with a background by a readable text colour, since a stored background is the same in every
 * theme.
 */
function registerCellColours(editor: LexicalEditor): () => void {
  return editor.registerMutationListener(TableCellNode, (mutations) => {
    editor.getEditorState().read(() => {
      for (const [key, what] of mutations) {
        const cell = what === 'destroyed' ? null : $getNodeByKey(key)
        const element = editor.getElementByKey(key)
        if (!$isTableCellNode(cell) || element === null) continue
        const colour = cell.getBackgroundColor()
        const dark = colour === null ? null : needsDarkText(getComputedStyle(element).backgroundColor)
        element.classList.toggle(darkText, dark === true)
        element.classList.toggle(lightText, dark === false)
      }
    })
  })
}
