import { useRef, useState, type ComponentPropsWithoutRef } from 'react'
import { flushSync } from 'react-dom'
import { Popover, type PopoverProps } from '../popover/popover.tsx'
import { MenuItems, type MenuItemSpec } from './menu-items.tsx'

export type MenuTriggerProps = Omit<
  ComponentPropsWithoutRef<'button'>,
  'type' | 'onClick' | 'onKeyDown' | 'onPointerDown' | 'onMouseDown'
> & {
  /** Accessible name of the menu. */
  menuLabel: string
  items: MenuItemSpec[]
  placement?: PopoverProps['placement']
}

/**
 * The button of a menu, which opens when the mouse goes down, by a press of a key, of a finger or of a screen reader, and
 * by an arrow key. The menu is made when it opens: a screen has ten of these.
 */
export function MenuTrigger({ menuLabel, items, placement = 'bottom end', ...props }: MenuTriggerProps) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const open = (): void => {
    trigger.current?.focus({ preventScroll: true })
    setOpen(true)
  }
  const close = (): void => setOpen(false)
  // Nothing but the menu can have the focus while it is open: it closes first, so that what is chosen may give it away.
  // The button has it by then, not a frame later: a dialog that opens now gives it back to what had it.
  const choices = items.map((item) => ({
    ...item,
    onAction: () => {
      flushSync(close)
      trigger.current?.focus({ preventScroll: true })
      item.onAction()
    },
  }))
  return (
    <>
      <button
        {...props}
        ref={trigger}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerDown={(event) => event.stopPropagation()}
        onMouseDown={(event) => {
          event.stopPropagation()
          if (event.button !== 0) return
          // The focus goes to the menu, and the browser would give it to the button after that.
          event.preventDefault()
          open()
        }}
        onClick={(event) => {
          event.stopPropagation()
          open()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') event.stopPropagation()
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          event.stopPropagation()
          open()
        }}
      />
      {isOpen && (
        <Popover placement={placement} at={{ anchor: trigger, onClose: close, label: menuLabel }}>
          <MenuItems label={menuLabel} items={choices} onClose={close} />
        </Popover>
      )}
    </>
  )
}
