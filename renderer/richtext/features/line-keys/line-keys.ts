import { COMMAND_PRIORITY_LOW, DELETE_LINE_COMMAND, KEY_DOWN_COMMAND } from 'lexical'
import { matchesShortcut } from '../../../ui/key-cap/shortcut.ts'
import type { EditorFeature } from '../../feature.ts'

/**
 * Deletes to the start or the end of the line by the keys that do so in other editors. What the browser does with them
 * is another thing on each system, and nothing on some.
 */
export const lineKeys: EditorFeature = {
  name: 'lineKeys',
  register: (editor) =>
    editor.registerCommand(
      KEY_DOWN_COMMAND,
      (event) => {
        const isBackward = matchesShortcut(event, 'Mod+Shift+Backspace')
        if (!isBackward && !matchesShortcut(event, 'Mod+Shift+Delete')) return false
        event.preventDefault()
        editor.dispatchCommand(DELETE_LINE_COMMAND, isBackward)
        return true
      },
      COMMAND_PRIORITY_LOW,
    ),
}
