import { useRef, useState } from 'react'
import { MenuItems, type MenuItemSpec } from '../menu-button/menu-items.tsx'
import { Popover } from '../popover/popover.tsx'
import styles from './context-menu.module.css'

export type ContextMenuProps = {
  label: string
  /** Position in the window, in px. */
  at: { x: number; y: number }
  items: MenuItemSpec[]
  onClose: () => void
}

/** A menu at the pointer; closing it restores the focus. */
export function ContextMenu({ label, at, items, onClose }: ContextMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const [before] = useState(() => ({ current: document.activeElement }))
  return (
    <>
      <span ref={anchor} aria-hidden="true" className={styles['anchor']} style={{ left: at.x, top: at.y }} />
      <Popover at={{ anchor, onClose, label }}>
        <MenuItems label={label} items={items} onClose={onClose} back={before} />
      </Popover>
    </>
  )
}
