import { createCommand } from 'lexical'
import type { LexicalCommand } from 'lexical'
import type { Shortcut } from '../../ui/key-cap/shortcut.ts'

/** Shows all that can be done in a text by the keyboard. */
export const SHOW_SHORTCUTS_COMMAND: LexicalCommand<void> = createCommand('SHOW_SHORTCUTS_COMMAND')
export const SHORTCUTS_KEY: Shortcut = 'Mod+/'
