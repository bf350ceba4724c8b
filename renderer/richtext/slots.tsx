import type { LexicalEditor } from 'lexical'
import { type ReactNode, useEffect, useState } from 'react'
import { BlockHandle } from './blocks-handle/block-handle.tsx'
import { DebugView } from './debug/debug-view.tsx'
import { useRichText } from './editor-context.tsx'
import type { EditorCommand } from './feature.ts'
import { useCommandKeys, useTextShortcuts } from './shortcuts/use-text-shortcuts.ts'
import { SlashMenu } from './slash-menu/slash-menu.tsx'
import { FixedToolbar, ToolbarToApproach } from './toolbar/fixed-toolbar.tsx'
import { FloatingToolbar } from './toolbar/floating-toolbar.tsx'
import { wordCount } from '../../shared/fields/richText/rich-text-lines.ts'
import { useT } from '../i18n/use-t.ts'
import styles from './words-in-text.module.css'

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

/** Milliseconds without an edit before the words are counted. */
const PAUSE = 250

type WordsInTextProps = {
  /** Language of the text as BCP 47 tag, by whose rules words are split. */
  language: string
}

/** The number of words at the end of a text's box, counted after a pause in typing. */
export function WordsInText({ language }: WordsInTextProps) {
  const { t } = useT()
  const { form, path } = useRichText()
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    const countNow = (): void => setCount(wordCount(form.getField(path).value, language))
    let pause = setTimeout(countNow, PAUSE)
    const stop = form.subscribeField(path, () => {
      clearTimeout(pause)
      pause = setTimeout(countNow, PAUSE)
    })
    return () => {
      clearTimeout(pause)
      stop()
    }
  }, [form, path, language])
  return (
    <p className={styles['words']}>{count === null ? ' ' : t('galley:rich-text-ways.words', { count })}</p>
  )
}
