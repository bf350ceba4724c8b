import { $getRoot, $getSelection } from 'lexical'
import type { LexicalEditor } from 'lexical'
import type { EditorCommand } from './feature.ts'

/**
 * Runs a command from outside of the text, and goes back to the text. Where nobody has been in the text yet it is done
 * at its end. What the command opened keeps the focus.
 */
export function runCommand(editor: LexicalEditor, command: EditorCommand): void {
  const isNowhere = editor.read(() => $getSelection() === null)
  if (isNowhere) editor.update(() => void $getRoot().selectEnd(), { discrete: true })
  const root = editor.getRootElement()
  root?.focus({ preventScroll: true })
  command.run(editor)
}
