import { Ellipsis } from 'lucide-react'
import { COMMAND_PRIORITY_LOW } from 'lexical'
import type { LexicalEditor } from 'lexical'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { MenuItems } from '../../../ui/menu-button/menu-items.tsx'
import { Popover } from '../../../ui/popover/popover.tsx'
import { ColumnHandle } from './column-handle.tsx'
import { OPEN_TABLE_MENU } from './insert-table.ts'
import { tableMenuItems } from './table-menu-items.ts'
import { isRightToLeft, placeIn, useActiveCell } from './active-cell.ts'
import type { CellBox, ActiveCell } from './active-cell.ts'
import styles from './table-tools.module.css'

/**
 * The layer over the text with the button and the menu of the cell at the caret, and the handles of columns.
 */
export function TableTools({ editor }: { editor: LexicalEditor }) {
  const layer = useRef<HTMLDivElement>(null)
  const active = useActiveCell(editor)
  const [isOpen, setIsOpen] = useState(false)
  const [byKeys, setByKeys] = useState(false)
  const hasFocus = useHasFocus(editor, layer)
  useEffect(
    () =>
      editor.registerCommand(
        OPEN_TABLE_MENU,
        () => {
          setIsOpen(true)
          return true
        },
        COMMAND_PRIORITY_LOW,
      ),
    [editor],
  )
  const backToText = useCallback(() => {
    setByKeys(false)
    editor.getRootElement()?.focus({ preventScroll: true })
    editor.focus()
  }, [editor])
  return (
    <div ref={layer} className={styles['layer']}>
      {active !== null && (hasFocus || isOpen || byKeys) && (
        <CellMenu
          editor={editor}
          layer={layer}
          active={active}
          isOpen={isOpen}
          onOpen={() => setIsOpen(true)}
          onClose={() => setIsOpen(false)}
          onWidth={() => setByKeys(true)}
          isWidthNext={byKeys}
          backToText={backToText}
        />
      )}
      <ColumnHandle
        editor={editor}
        layer={layer}
        byKeys={byKeys && active !== null ? active : null}
        onDone={backToText}
      />
    </div>
  )
}

function CellMenu(props: {
  editor: LexicalEditor
  layer: RefObject<HTMLDivElement | null>
  active: ActiveCell
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  onWidth: () => void
  isWidthNext: boolean
  backToText: () => void
}) {
  const { editor, layer, active, isOpen, onOpen, onClose, onWidth, isWidthNext, backToText } = props
  const texts = useT()
  const label = texts.t('galley:richTextTables.menu')
  const anchor = useRef<HTMLButtonElement>(null)
  const place = usePlace(editor, layer, active.element)
  const wasOpen = useRef(false)
  // A closed menu returns the focus to the text, unless the handle of the column gets it.
  useEffect(() => {
    if (wasOpen.current && !isOpen && !isWidthNext) backToText()
    wasOpen.current = isOpen
  }, [isOpen, isWidthNext, backToText])
  const isRtl = isRightToLeft(active.element)
  const style = useMemo(() => place ?? {}, [place])
  return (
    // The button is at the end edge of the cell, in the direction of the cell.
    <div className={styles['cell']} style={style} dir={isRtl ? 'rtl' : 'ltr'} hidden={place === null}>
      <IconButton
        ref={anchor}
        label={label}
        icon={Ellipsis}
        size="row"
        shortcut="Shift+F10"
        excludeFromTabOrder
        expanded={isOpen}
        onPress={onOpen}
        className={styles['button'] ?? ''}
      />
      {isOpen && (
        <Popover placement="bottom end" at={{ anchor, onClose, label }}>
          <MenuItems
            label={label}
            items={tableMenuItems(editor, texts, active.state, onWidth)}
            onClose={onClose}
          />
        </Popover>
      )}
    </div>
  )
}

/**
 * Returns the bounds of an element in the layer, updated on scrolling and resizing; null: it is not visible.
 */
function usePlace(
  editor: LexicalEditor,
  layer: RefObject<HTMLDivElement | null>,
  element: HTMLElement,
): CellBox | null {
  const [place, setPlace] = useState<CellBox | null>(null)
  useLayoutEffect(() => {
    const measure = () => setPlace(layer.current === null ? null : placeIn(layer.current, element))
    measure()
    const root = editor.getRootElement()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    if (root !== null) sizes.observe(root)
    root?.addEventListener('scroll', measure, true)
    const end = editor.registerUpdateListener(measure)
    return () => {
      sizes.disconnect()
      root?.removeEventListener('scroll', measure, true)
      end()
    }
  }, [editor, layer, element])
  return place
}

/** True if the text or its tools have the focus. */
function useHasFocus(editor: LexicalEditor, layer: RefObject<HTMLDivElement | null>): boolean {
  const [hasFocus, setHasFocus] = useState(false)
  useEffect(() => {
    const look = () => {
      const focused = document.activeElement
      setHasFocus(
        editor.getRootElement()?.contains(focused) === true || layer.current?.contains(focused) === true,
      )
    }
    // Between two elements nothing has the focus for a moment.
    const lookSoon = () => queueMicrotask(look)
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', lookSoon)
    look()
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', lookSoon)
    }
  }, [editor, layer])
  return hasFocus
}
