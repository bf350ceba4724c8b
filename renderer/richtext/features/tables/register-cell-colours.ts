import { $isTableCellNode, TableCellNode } from '@lexical/table'
import { $getNodeByKey } from 'lexical'
import type { LexicalEditor } from 'lexical'
import { needsDarkText } from './cell-colours.ts'
import { darkText, lightText } from './table-theme.ts'

/**
 * Marks cells with a background by a readable text colour, since a stored background is the same in every
 * theme.
 */
export function registerCellColours(editor: LexicalEditor): () => void {
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
