import { ChevronDown, type LucideIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { buttonClass, type ButtonVariant } from '../button/button.tsx'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import iconStyles from '../icon-button/icon-button.module.css'
import { tooltipProps } from '../tooltip/tooltip-props.ts'
import { type MenuItemSpec, MenuItems } from './menu-items.tsx'
import { NativeButton, type NativeButtonProps } from '../button/native-button.tsx'
import { Popover, type PopoverProps } from '../popover/popover.tsx'

export type { MenuItemSpec } from './menu-items.tsx'

export type MenuButtonProps = {
  /** Accessible name; also the visible text unless there is an icon or `children`. */
  label: string
  icon?: LucideIcon
  /** Visible content instead of the label. */
  children?: ReactNode
  items: MenuItemSpec[]
  /** Id of the button, to focus it. */
  id?: string
  variant?: ButtonVariant
  size?: 'form' | 'header' | 'row'
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end'
  className?: string
}

/** A button that opens a menu; an icon alone when only `icon` is given. */
export function MenuButton(props: MenuButtonProps) {
  const { label, icon, children, items, variant = 'quiet', size = 'header', placement = 'bottom end' } = props
  const iconOnly = icon !== undefined && children === undefined
  return (
    <MenuTrigger
      menuLabel={label}
      items={items}
      placement={placement}
      {...tooltipProps(iconOnly ? label : null)}
      {...(props.id !== undefined && { id: props.id })}
      {...(iconOnly || children !== undefined ? { 'aria-label': label } : {})}
      className={cx(
        buttonClass(variant, size),
        iconOnly && iconStyles['square'],
        iconOnly && iconStyles[size],
        props.className,
      )}
    >
      {icon !== undefined && <Icon icon={icon} />}
      {!iconOnly && (children ?? label)}
      {!iconOnly && <Icon icon={ChevronDown} size="small" />}
    </MenuTrigger>
  )
}

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
