import { UPDATE_LIST_START_COMMAND } from '@lexical/list'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { COMMAND_PRIORITY_LOW, HISTORY_PUSH_TAG } from 'lexical'
import type { NodeKey } from 'lexical'
import { useEffect, useState } from 'react'
import { useDrawerSelection } from '../../drawer-selection.ts'
import { OPEN_LIST_START } from './list-commands.ts'
import { $numberedList } from './list-selection.ts'
import { ListStartDialog } from './list-start-dialog.tsx'

/** Asks for the first number of a list, beside the text. */
export function ListParts() {
  const [editor] = useLexicalComposerContext()
  const [asked, setAsked] = useState<{ list: NodeKey; start: number } | null>(null)
  useDrawerSelection(editor, asked !== null)
  useEffect(
    () =>
      editor.registerCommand(
        OPEN_LIST_START,
        () => {
          const list = $numberedList()
          if (list !== null && editor.isEditable()) setAsked({ list: list.getKey(), start: list.getStart() })
          return true
        },
        COMMAND_PRIORITY_LOW,
      ),
    [editor],
  )
  if (asked === null) return null
  const close = (): void => {
    setAsked(null)
    editor.getRootElement()?.focus({ preventScroll: true })
  }
  return (
    <ListStartDialog
      start={asked.start}
      onClose={close}
      onStart={(newStart) => {
        close()
        editor.update(
          () => void editor.dispatchCommand(UPDATE_LIST_START_COMMAND, { listNodeKey: asked.list, newStart }),
          { tag: HISTORY_PUSH_TAG },
        )
      }}
    />
  )
}
