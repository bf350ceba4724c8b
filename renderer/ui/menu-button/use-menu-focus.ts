import { useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { MenuItemSpec } from './menu-items.tsx'

/**
 * The state of a menu behind a button. Nothing but the menu can have the focus while it is open: it closes first, so that
 * what is chosen may give it away. The button has it by then, not a frame later: a dialog that opens now gives it back
 * to what had it.
 */
export function useMenuFocus(items: MenuItemSpec[]): {
  trigger: RefObject<HTMLButtonElement | null>
  state: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }
  choices: MenuItemSpec[]
} {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const choices = items.map((item) => ({
    ...item,
    onAction: () => {
      flushSync(() => setOpen(false))
      trigger.current?.focus({ preventScroll: true })
      item.onAction()
    },
  }))
  return { trigger, state: { isOpen, onOpenChange: setOpen }, choices }
}
