import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MenuItems, type MenuItemSpec } from '../menu-button/menu-items.tsx'
import { Popover } from '../popover/popover.tsx'
import styles from './context-menu.module.css'

export type ContextMenuProps = {
  label: string
  /** Where it opens in the window, in px. */
  at: { x: number; y: number }
  items: MenuItemSpec[]
  onClose: () => void
}

/** A menu at the place where it was asked for; what had the focus has it again when it closes. */
export function ContextMenu({ label, at, items, onClose }: ContextMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const [before] = useState(() => document.activeElement)
  // Nothing but the menu can have the focus while it is open: it closes first, and a dialog that is opened by what is
  // chosen gives the focus back to where it was before the menu.
  const choices = items.map((item) => ({
    ...item,
    onAction: () => {
      flushSync(onClose)
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
      item.onAction()
    },
  }))
  return (
    <>
      <span ref={anchor} aria-hidden="true" className={styles['anchor']} style={{ left: at.x, top: at.y }} />
      <Popover at={{ anchor, onClose, label }}>
        <MenuItems label={label} items={choices} onClose={onClose} />
      </Popover>
    </>
  )
}
