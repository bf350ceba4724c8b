import { COMMAND_PRIORITY_LOW, DELETE_LINE_COMMAND, KEY_DOWN_COMMAND } from 'lexical'
import { matchesShortcut } from '../../../ui/key-cap/shortcut.ts'
import type { EditorFeature } from '../../feature.ts'

/**
 * Keys that delete to the start or the end of the line. Browsers handle them differently on each system, or
 * not at all.
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
