import { useRef, useState } from 'react'
import { NativeButton, type NativeButtonProps } from '../button/native-button.tsx'
import { Popover, type PopoverProps } from '../popover/popover.tsx'
import { MenuItems, type MenuItemSpec } from './menu-items.tsx'

export type MenuTriggerProps = Omit<NativeButtonProps, 'ref' | 'type' | 'onPress' | 'opensMenu'> & {
  /** Accessible name of the menu. */
  menuLabel: string
  items: MenuItemSpec[]
  placement?: PopoverProps['placement']
}

/** The button of a menu. The menu is made when it opens: a screen has ten of these. */
export function MenuTrigger({ menuLabel, items, placement = 'bottom end', ...props }: MenuTriggerProps) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const close = (): void => setOpen(false)
  return (
    <>
      <NativeButton
        {...props}
        ref={trigger}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        opensMenu={() => {
          trigger.current?.focus({ preventScroll: true })
          setOpen(true)
        }}
      />
      {isOpen && (
        <Popover placement={placement} at={{ anchor: trigger, onClose: close, label: menuLabel }}>
          <MenuItems label={menuLabel} items={items} onClose={close} back={trigger} />
        </Popover>
      )}
    </>
  )
}
