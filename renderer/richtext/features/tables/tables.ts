import {
  INSERT_TABLE_COMMAND,
  TableCellNode,
  TableNode,
  TableRowNode,
  registerTablePlugin,
  registerTableSelectionObserver,
  setScrollableTablesActive,
} from '@lexical/table'
import { COMMAND_PRIORITY_LOW, mergeRegister } from 'lexical'
import { SquareMenu, Table } from 'lucide-react'
import type { EditorFeature } from '../../feature.ts'
import { registerCellColours } from './register-cell-colours.ts'
import { $insertTable, OPEN_TABLE_DRAWER, OPEN_TABLE_MENU } from './insert-table.ts'
import { TableParts } from './table-parts.tsx'
import { $isInTable } from './table-selection.ts'
import { registerTableKeys } from './table-keys.ts'
import { tableTheme } from './table-theme.ts'

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
