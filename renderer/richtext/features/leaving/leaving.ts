import {
  COMMAND_PRIORITY_CRITICAL,
  COMMAND_PRIORITY_LOW,
  KEY_DOWN_COMMAND,
  KEY_ESCAPE_COMMAND,
  mergeRegister,
} from 'lexical'
import { matchesShortcut } from '../../../ui/key-cap/shortcut.ts'
import type { EditorFeature } from '../../feature.ts'

/** Keys of undo and redo, which are left to the document (DM7). */
const UNDO_KEYS = ['Mod+Z', 'Mod+Shift+Z', 'Mod+Y']

/**
 * Keeps the editor from handling the keys of undo, and Tab after Escape, which leaves the text even in lists
 * and tables.
 */
export const leaving: EditorFeature = {
  name: 'leaving',
  register(editor) {
    let leaves = false
    return mergeRegister(
      editor.registerCommand(
        KEY_DOWN_COMMAND,
        (event) => {
          const isLeaving = leaves && event.key === 'Tab'
          if (event.key !== 'Shift') leaves = false
          return isLeaving || UNDO_KEYS.some((keys) => matchesShortcut(event, keys))
        },
        COMMAND_PRIORITY_CRITICAL,
      ),
      editor.registerCommand(
        KEY_ESCAPE_COMMAND,
        () => {
          leaves = true
          // The focus stays where it is; Lexical would give it up.
          return true
        },
        COMMAND_PRIORITY_LOW,
      ),
    )
  },
}
