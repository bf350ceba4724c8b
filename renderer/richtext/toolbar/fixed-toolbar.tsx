import { COMMAND_PRIORITY_LOW } from 'lexical'
import type { LexicalEditor } from 'lexical'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import type { EditorCommand } from '../feature.ts'
import { CommandBar } from './command-bar.tsx'
import { FOCUS_TOOLBAR_COMMAND, focusFirstIn } from './focus-toolbar.ts'
import styles from './toolbar.module.css'
import { useCaretBelow } from './use-caret-below.ts'
import { toolbarUnits } from './toolbar-units.ts'
import { useFittingUnits } from './use-fitting-units.ts'

type FixedToolbarProps = { editor: LexicalEditor | null; commands: readonly EditorCommand[] }

/** The toolbar above the text, which stays in sight while the text scrolls. */
export function FixedToolbar({ editor, commands }: FixedToolbarProps) {
  const { t } = useT()
  const bar = useRef<HTMLDivElement>(null)
  const units = useMemo(() => toolbarUnits(commands, 'toolbar'), [commands])
  const fitting = useFittingUnits(bar, units)
  useEffect(
    () =>
      editor?.registerCommand(FOCUS_TOOLBAR_COMMAND, () => focusFirstIn(bar.current), COMMAND_PRIORITY_LOW),
    [editor],
  )
  useCaretBelow(editor, bar)
  return (
    <CommandBar
      ref={bar}
      className={styles['fixed']}
      label={t('galley:rich-text-ways.toolbar')}
      editor={editor}
      commands={commands}
      units={fitting}
      folded={units.filter((unit) => !fitting.includes(unit))}
    />
  )
}

type ToolbarToApproachProps = { onApproach: () => void; children: ReactNode }

/**
 * The toolbar of a static text: the pointer or the focus opens the editor, and the focus moves to the
 * editor's toolbar.
 */
export function ToolbarToApproach({ onApproach, children }: ToolbarToApproachProps) {
  return (
    <div
      style={{ display: 'contents' }}
      onPointerEnter={onApproach}
      onFocus={({ currentTarget }) => {
        const box = currentTarget.parentElement
        onApproach()
        const toolbar = box?.querySelector('[role=toolbar]')
        if (toolbar instanceof HTMLElement) focusFirstIn(toolbar)
      }}
    >
      {children}
    </div>
  )
}
