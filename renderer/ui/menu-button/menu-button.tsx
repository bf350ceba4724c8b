import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as RacButton, MenuTrigger } from 'react-aria-components'
import { buttonClass, type ButtonVariant } from '../button/button.tsx'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import iconStyles from '../icon-button/icon-button.module.css'
import { Popover } from '../popover/popover.tsx'
import { tooltipProps } from '../tooltip/tooltip-props.ts'
import { MenuItems, type MenuItemSpec } from './menu-items.tsx'
import { useMenuFocus } from './use-menu-focus.ts'

export type { MenuItemSpec } from './menu-items.tsx'

export type MenuButtonProps = {
  /** Accessible name; also the visible text unless there is an icon or `children`. */
  label: string
  icon?: LucideIcon
  /** Visible content instead of the label. */
  children?: ReactNode
  items: MenuItemSpec[]
  /** Of the button, for who leads the focus there. */
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
  const { trigger, state, choices } = useMenuFocus(items)
  return (
    <MenuTrigger {...state}>
      <RacButton
        ref={trigger}
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
      </RacButton>
      <Popover placement={placement}>
        <MenuItems label={label} items={choices} />
      </Popover>
    </MenuTrigger>
  )
}
