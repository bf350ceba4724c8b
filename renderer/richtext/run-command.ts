import { $getRoot, $getSelection } from 'lexical'
import type { LexicalEditor } from 'lexical'
import type { EditorCommand } from './feature.ts'

/**
 * Runs a command from outside of the text and focuses the text. Without a selection it runs at the text's
 * end. A drawer opened by the command keeps the focus.
 */
export function runCommand(editor: LexicalEditor, command: EditorCommand): void {
  const isNowhere = editor.read(() => $getSelection() === null)
  if (isNowhere) editor.update(() => void $getRoot().selectEnd(), { discrete: true })
  const root = editor.getRootElement()
  root?.focus({ preventScroll: true })
  command.run(editor)
}
