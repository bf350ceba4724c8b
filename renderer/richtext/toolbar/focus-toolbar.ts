import { createCommand } from 'lexical'
import type { LexicalCommand } from 'lexical'
import type { Shortcut } from '../../ui/key-cap/shortcut.ts'

/** Puts the focus from the text into its toolbar; Escape there puts it back. */
export const FOCUS_TOOLBAR_COMMAND: LexicalCommand<void> = createCommand('FOCUS_TOOLBAR_COMMAND')
export const TOOLBAR_KEY: Shortcut = 'Alt+F10'

export function focusFirstIn(toolbar: HTMLElement | null): boolean {
  const first = toolbar?.querySelector('button')
  first?.focus()
  return first != null
}
