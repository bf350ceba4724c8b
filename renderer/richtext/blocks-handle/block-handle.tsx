import { $getSelection, $isRangeSelection } from 'lexical'
import type { LexicalEditor } from 'lexical'
import { GripVertical, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { MenuItems } from '../../ui/menu-button/menu-items.tsx'
import { Popover } from '../../ui/popover/popover.tsx'
import { useRichText } from '../editor-context.tsx'
import type { EditorCommand } from '../feature.ts'
import { moveAndSay } from '../features/top-blocks/block-commands.ts'
import { $moveTopNodes, $paragraphBelow, $topNode, changeBlocks } from '../features/top-blocks/top-blocks.ts'
import styles from './block-handle.module.css'
import { blockMenuItems } from './block-menu.ts'
import { blockAt } from './hovered-block.ts'
import type { HoveredBlock } from './hovered-block.ts'
import { useBlockDrag } from './use-block-drag.ts'

type BlockHandleProps = { editor: LexicalEditor; commands: readonly EditorCommand[] }

/**
 * The tools in the margin beside the block under the pointer: a button that adds a block below, and a drag
 * handle with a menu. Keyboard users have keys or the slash menu instead.
 */
export function BlockHandle({ editor, commands }: BlockHandleProps) {
  const texts = useT()
  const { config } = useRichText()
  const { t } = texts
  const margin = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const hovered = useHoveredBlock(editor, margin, isMenuOpen)
  const block = hovered?.key ?? null
  const lineAt = useBlockDrag({
    editor,
    handle,
    block,
    onDrop: (key, index) =>
      moveAndSay(editor, texts, () => {
        const node = $topNode(key)
        return node !== null && $moveTopNodes([node], index) ? node : null
      }),
  })
  useEffect(() => {
    if (!isMenuOpen) return
    // The closing menu restores the focus first, so the text gets it two frames later.
    return () =>
      void requestAnimationFrame(() =>
        requestAnimationFrame(() => editor.getRootElement()?.focus({ preventScroll: true })),
      )
  }, [editor, isMenuOpen])
  return (
    <div ref={margin} className={styles['margin']}>
      {hovered !== null && block !== null && (
        <BlockTools
          hovered={hovered}
          handle={handle}
          isMenuOpen={isMenuOpen}
          onAdd={() => addBelow(editor, block)}
          onMenu={() => setMenuOpen(true)}
        />
      )}
      {lineAt !== null && <DropLine at={lineAt} margin={margin} />}
      {isMenuOpen && block !== null && (
        <Popover at={{ anchor: handle, onClose: () => setMenuOpen(false) }}>
          <MenuItems
            label={t('galley:rich-text-ways.blockMenu')}
            items={blockMenuItems({ editor, key: block, commands, config, texts })}
            onClose={() => setMenuOpen(false)}
          />
        </Popover>
      )}
    </div>
  )
}

type BlockToolsProps = {
  hovered: HoveredBlock
  handle: RefObject<HTMLButtonElement | null>
  isMenuOpen: boolean
  onAdd: () => void
  onMenu: () => void
}

/** The add button and the drag handle of a block. */
function BlockTools({ hovered, handle, isMenuOpen, onAdd, onMenu }: BlockToolsProps) {
  const { t } = useT()
  const { config } = useRichText()
  return (
    <div
      className={styles['tools']}
      style={{ insetBlockStart: `${hovered.top}px`, blockSize: `${Math.min(hovered.height, 26)}px` }}
    >
      {!config.hides.add && (
        <button
          type="button"
          tabIndex={-1}
          className={styles['tool']}
          aria-label={t('general:addBelow')}
          title={t('general:addBelow')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onAdd}
        >
          <Icon icon={Plus} />
        </button>
      )}
      {!config.hides.handle && (
        <button
          ref={handle}
          type="button"
          tabIndex={-1}
          className={cx(styles['tool'], styles['grip'])}
          aria-label={t('galley:rich-text-ways.handle')}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          title={t('galley:rich-text-ways.handleHelp')}
          onClick={onMenu}
        >
          <Icon icon={GripVertical} />
        </button>
      )}
    </div>
  )
}

/** Adds a paragraph below a block, with the menu of a slash open. */
function addBelow(editor: LexicalEditor, block: string): void {
  changeBlocks(editor, () => {
    const node = $topNode(block)
    if (node !== null) $paragraphBelow(node)
  })
  editor.getRootElement()?.focus()
  // The slash is inserted as if typed, which opens the menu.
  editor.update(
    () => {
      const selection = $getSelection()
      if ($isRangeSelection(selection)) selection.insertText('/')
    },
    { discrete: true },
  )
}

/** `at`: distance from the top of the window, in px. */
function DropLine({ at, margin }: { at: number; margin: RefObject<HTMLElement | null> }) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const top = margin.current?.getBoundingClientRect().top ?? 0
    if (line.current !== null) line.current.style.insetBlockStart = `${at - top}px`
  }, [at, margin])
  return <div ref={line} className={styles['line']} />
}

/**
 * Returns the block under the pointer, with its position in the margin. It stays while its menu is open
 * (`stays`).
 */
function useHoveredBlock(
  editor: LexicalEditor,
  margin: RefObject<HTMLElement | null>,
  stays: boolean,
): HoveredBlock | null {
  const [hovered, setHovered] = useState<HoveredBlock | null>(null)
  useEffect(() => {
    const box = margin.current?.parentElement
    if (stays || box == null) return
    let frame = 0
    let y: number | null = null
    const read = (): void => {
      frame = 0
      const found = y === null ? null : blockAt(editor, y)
      const top = margin.current?.getBoundingClientRect().top ?? 0
      const next = found === null ? null : { ...found, top: Math.round(found.top - top) }
      setHovered((before) =>
        before?.key === next?.key && before?.top === next?.top && before?.height === next?.height
          ? before
          : next,
      )
    }
    const later = (): void => {
      if (frame === 0) frame = requestAnimationFrame(read)
    }
    const move = ({ clientY, buttons, target }: PointerEvent): void => {
      const root = editor.getRootElement()
      const isInside =
        target instanceof Node &&
        (root?.parentElement?.contains(target) === true || margin.current?.contains(target) === true)
      // During a drag or a selection the tools do not follow the pointer.
      if (buttons > 0) return
      y = isInside ? clientY : null
      later()
    }
    const leave = ({ relatedTarget }: PointerEvent): void => {
      // Without a related target the pointer may only be over a tooltip of the system.
      if (relatedTarget === null) return
      y = null
      later()
    }
    const stop = editor.registerUpdateListener(() => {
      if (y !== null) later()
    })
    box.addEventListener('pointermove', move)
    box.addEventListener('pointerleave', leave)
    return () => {
      stop()
      cancelAnimationFrame(frame)
      box.removeEventListener('pointermove', move)
      box.removeEventListener('pointerleave', leave)
    }
  }, [editor, margin, stays])
  return hovered
}
