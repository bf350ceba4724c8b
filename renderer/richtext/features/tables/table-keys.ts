import { $findCellNode, $findTableNode, $insertTableRowAtNode } from '@lexical/table'
import {
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_CRITICAL,
  COMMAND_PRIORITY_HIGH,
  KEY_DOWN_COMMAND,
  KEY_TAB_COMMAND,
  mergeRegister,
} from 'lexical'
import type { LexicalEditor } from 'lexical'
import { matchesShortcut } from '../../../ui/key-cap/shortcut.ts'
import { OPEN_TABLE_MENU } from './insert-table.ts'
import { $isInTable } from './table-selection.ts'

/** Keys in a table that Lexical has no rule for. */
export function registerTableKeys(editor: LexicalEditor): () => void {
  return mergeRegister(
    // Tab in the last cell adds a row, as in other programs, since there is no next cell.
    editor.registerCommand(
      KEY_TAB_COMMAND,
      (event) => {
        const selection = $getSelection()
        if (event.shiftKey || !$isRangeSelection(selection) || !selection.isCollapsed()) return false
        const cell = $findCellNode(selection.anchor.getNode())
        const table = cell === null ? null : $findTableNode(cell)
        if (cell === null || table === null) return false
        if (cell.getNextSibling() !== null || cell.getParent()?.getNextSibling() != null) return false
        event.preventDefault()
        $insertTableRowAtNode(cell, true)?.getFirstDescendant()?.selectStart()
        return true
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerCommand(
      KEY_DOWN_COMMAND,
      (event) => {
        if (!matchesShortcut(event, 'Shift+F10') || !$isInTable()) return false
        event.preventDefault()
        return editor.dispatchCommand(OPEN_TABLE_MENU, undefined)
      },
      COMMAND_PRIORITY_HIGH,
    ),
  )
}
