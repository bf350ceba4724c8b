import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { COMMAND_PRIORITY_LOW } from 'lexical'
import { useEffect, useRef, useState } from 'react'
import { useDrawerSelection } from '../../drawer-selection.ts'
import { $insertTable, OPEN_TABLE_DRAWER } from './insert-table.ts'
import { TableDrawer } from './table-drawer.tsx'
import { $isInTable } from './table-selection.ts'
import { TableTools } from './table-tools.tsx'

/** The drawer for a new table and the tools of the table at the caret, beside the text. */
export function TableParts() {
  const [editor] = useLexicalComposerContext()
  const [isAsking, setIsAsking] = useState(false)
  useEffect(
    () =>
      editor.registerCommand(
        OPEN_TABLE_DRAWER,
        () => {
          // A table inside of a table is not allowed (S4.26).
          if (!$isInTable() && editor.isEditable()) setIsAsking(true)
          return true
        },
        COMMAND_PRIORITY_LOW,
      ),
    [editor],
  )
  useDrawerSelection(editor, isAsking)
  const chosen = useRef<{ rows: number; columns: number } | null>(null)
  // Runs when the drawer has restored the selection. The focus goes to the new table, not back to the toolbar button.
  useEffect(() => {
    if (isAsking || chosen.current === null) return
    const { rows, columns } = chosen.current
    chosen.current = null
    editor.update(() => void $insertTable(rows, columns))
    editor.focus()
  }, [editor, isAsking])
  return (
    <>
      <TableTools editor={editor} />
      {isAsking && (
        <TableDrawer
          onClose={() => setIsAsking(false)}
          onInsert={(rows, columns) => {
            chosen.current = { rows, columns }
            setIsAsking(false)
          }}
        />
      )}
    </>
  )
}
