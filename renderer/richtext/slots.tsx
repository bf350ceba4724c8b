import type { LexicalEditor } from 'lexical'
import type { ReactNode } from 'react'
import { BlockHandle } from './blocks-handle/block-handle.tsx'
import { DebugView } from './debug/debug-view.tsx'
import { useRichText } from './editor-context.tsx'
import type { EditorCommand } from './feature.ts'
import { useCommandKeys, useTextShortcuts } from './shortcuts/use-text-shortcuts.ts'
import { SlashMenu } from './slash-menu/slash-menu.tsx'
import { FixedToolbar, ToolbarToApproach } from './toolbar/fixed-toolbar.tsx'
import { FloatingToolbar } from './toolbar/floating-toolbar.tsx'

type SlotProps = { commands: readonly EditorCommand[] }

export type ToolbarProps = SlotProps & {
  /** Null: the text is only shown yet, and its toolbar has the same place. */
  editor: LexicalEditor | null
  /** Called when the pointer or the focus comes to the toolbar of a static text. */
  onApproach?: () => void
}

/** The toolbar above a text, static or edited; not for a read-only text. */
export function ToolbarSlot({ editor, commands, onApproach }: ToolbarProps): ReactNode {
  const { features } = useRichText().config
  if (!features.includes('toolbarFixed')) return null
  const toolbar = <FixedToolbar editor={editor} commands={commands} />
  return onApproach === undefined ? (
    toolbar
  ) : (
    <ToolbarToApproach onApproach={onApproach}>{toolbar}</ToolbarToApproach>
  )
}

/** The floating parts around a text while it is edited. Inside of the editor's contexts. */
export function AroundTextSlot({ editor, commands }: SlotProps & { editor: LexicalEditor }): ReactNode {
  const { features } = useRichText().config
  // The toolbar above the text has all buttons, and stays in sight (U48).
  const isFloating = features.includes('toolbarInline') && !features.includes('toolbarFixed')
  useCommandKeys(editor, commands)
  useTextShortcuts(commands)
  return (
    <>
      <SlashMenu editor={editor} commands={commands} />
      {isFloating && <FloatingToolbar editor={editor} commands={commands} />}
      <BlockHandle editor={editor} commands={commands} />
      {features.includes('treeView') && <DebugView editor={editor} />}
    </>
  )
}
