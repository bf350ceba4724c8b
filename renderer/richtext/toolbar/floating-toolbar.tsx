import { $getSelection, $isRangeSelection, COMMAND_PRIORITY_EDITOR, getDOMSelection } from 'lexical'
import type { LexicalEditor } from 'lexical'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { FloatingLayer, useFloatingPlace } from '../floating/floating-layer.tsx'
import type { BesideOptions, Box } from '../floating/place-beside.ts'
import type { EditorCommand } from '../feature.ts'
import { CommandBar } from './command-bar.tsx'
import { FOCUS_TOOLBAR_COMMAND, focusFirstIn } from './focus-toolbar.ts'
import styles from './toolbar.module.css'
import { toolbarUnits } from './toolbar-units.ts'

type FloatingToolbarProps = { editor: LexicalEditor; commands: readonly EditorCommand[] }

/** The toolbar over selected text, shown once the mouse is released. */
export function FloatingToolbar({ editor, commands }: FloatingToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const { t } = useT()
  const isShown = useIsShown(editor, bar)
  const units = useMemo(() => toolbarUnits(commands, 'floating'), [commands])
  if (!isShown || units.length === 0) return null
  return (
    <FloatingLayer label={t('galley:rich-text-ways.floatingToolbar')}>
      <Bar editor={editor} commands={commands} units={units} bar={bar} />
    </FloatingLayer>
  )
}

type BarProps = FloatingToolbarProps & {
  units: ReturnType<typeof toolbarUnits>
  bar: RefObject<HTMLDivElement | null>
}

function Bar({ editor, commands, units, bar }: BarProps) {
  const { t } = useT()
  useFloatingPlace(editor, bar, () => placeOfSelection(editor))
  // FOCUS_TOOLBAR_COMMAND works while the toolbar is shown.
  useLayoutEffect(
    () =>
      editor.registerCommand(FOCUS_TOOLBAR_COMMAND, () => focusFirstIn(bar.current), COMMAND_PRIORITY_EDITOR),
    [editor, bar],
  )
  return (
    <CommandBar
      boxRef={bar}
      className={styles['floating']}
      label={t('galley:rich-text-ways.floatingToolbar')}
      editor={editor}
      commands={commands}
      units={units}
      folded={null}
    />
  )
}

/** True if text is selected, the text or the toolbar has the focus, and the mouse is released. */
function useIsShown(editor: LexicalEditor, bar: RefObject<HTMLElement | null>): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    let isPressed = false
    let frame = 0
    const read = (): void => {
      frame = 0
      const root = editor.getRootElement()
      const focused = document.activeElement
      const isHere =
        root === focused ||
        bar.current?.contains(focused) === true ||
        // A menu that the toolbar opened.
        bar.current?.querySelector('[aria-expanded=true][aria-haspopup]') != null
      setShown(!isPressed && isHere && editor.read($isTextSelected))
    }
    const later = (): void => {
      if (frame === 0) frame = requestAnimationFrame(read)
    }
    const press = ({ target }: PointerEvent): void => {
      const root = editor.getRootElement()
      isPressed = target instanceof Node && root?.contains(target) === true
      if (isPressed) later()
    }
    const letGo = (): void => {
      if (!isPressed) return
      isPressed = false
      later()
    }
    const stop = editor.registerUpdateListener(later)
    document.addEventListener('pointerdown', press)
    document.addEventListener('pointerup', letGo)
    document.addEventListener('pointercancel', letGo)
    document.addEventListener('focusin', later)
    document.addEventListener('focusout', later)
    return () => {
      stop()
      cancelAnimationFrame(frame)
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('pointerup', letGo)
      document.removeEventListener('pointercancel', letGo)
      document.removeEventListener('focusin', later)
      document.removeEventListener('focusout', later)
    }
  }, [editor, bar])
  return isShown
}

function $isTextSelected(): boolean {
  const selection = $getSelection()
  return $isRangeSelection(selection) && !selection.isCollapsed() && selection.getTextContent() !== ''
}

function placeOfSelection(editor: LexicalEditor): { box: Box; how: BesideOptions } | null {
  const root = editor.getRootElement()
  const selection = getDOMSelection(root?.ownerDocument.defaultView ?? null)
  if (root === null || selection === null || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!root.contains(range.commonAncestorContainer)) return null
  const { direction } = getComputedStyle(selection.focusNode?.parentElement ?? root)
  return {
    box: range.getBoundingClientRect(),
    how: { side: 'above', align: direction === 'rtl' ? 'right' : 'left' },
  }
}
