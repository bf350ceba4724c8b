import type { LexicalEditor } from 'lexical'
import type { ReactNode } from 'react'
import type { EditorCommand } from './feature.ts'

export type ToolbarProps = {
  /** Null: the text is only shown yet, and its toolbar has the same place. */
  editor: LexicalEditor | null
  commands: readonly EditorCommand[]
}

/** Above the text, in its box, whether it is edited or only shown; not where it can only be read. */
export function ToolbarSlot(_props: ToolbarProps): ReactNode {
  return null
}

/** Around the text while it is edited: the slash menu, the floating toolbar, handles. Inside of the editor's contexts. */
export function AroundTextSlot(_props: ToolbarProps & { editor: LexicalEditor }): ReactNode {
  return null
}
