import type { LexicalEditor } from 'lexical'
import { useEffect, useEffectEvent } from 'react'
import { matchesShortcut } from '../../ui/key-cap/shortcut.ts'
import type { EditorCommand } from '../feature.ts'
import { FOCUS_TOOLBAR_COMMAND, TOOLBAR_KEY } from '../toolbar/focus-toolbar.ts'

/**
 * Runs commands by their keys while the focus is in the text, before the editor and the window handle them.
 * The key of a command that is not possible at the caret is left to them.
 */
export function useCommandKeys(editor: LexicalEditor, commands: readonly EditorCommand[]): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // A field inside of the text has keys of its own.
    if (event.target !== event.currentTarget || event.isComposing || event.defaultPrevented) return
    const isDone = matchesShortcut(event, TOOLBAR_KEY)
      ? editor.dispatchCommand(FOCUS_TOOLBAR_COMMAND, undefined)
      : runByKeys(editor, commands, event)
    if (!isDone) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  useEffect(
    () =>
      editor.registerRootListener((root, previous) => {
        previous?.removeEventListener('keydown', onKeyDown, true)
        root?.addEventListener('keydown', onKeyDown, true)
      }),
    [editor],
  )
}

function runByKeys(editor: LexicalEditor, commands: readonly EditorCommand[], event: KeyboardEvent): boolean {
  const meant = commands.filter(({ shortcut }) => shortcut !== undefined && matchesShortcut(event, shortcut))
  if (meant.length === 0) return false
  const command = editor.read(() => meant.find(({ $isEnabled }) => $isEnabled?.() !== false))
  command?.run(editor)
  return command !== undefined
}
