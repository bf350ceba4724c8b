import { ChevronDown } from 'lucide-react'
import { Button, buttonClass } from '../button/button.tsx'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import type { Shortcut } from '../key-cap/shortcut.ts'
import type { MenuItemSpec } from '../menu-button/menu-items.tsx'
import { MenuTrigger } from '../menu-button/menu-button.tsx'
import styles from './split-button.module.css'

export type SplitButtonProps = {
  label: string
  onPress: () => void
  /** Accessible name of the arrow, for the menu's content. */
  menuLabel: string
  items: MenuItemSpec[]
  variant?: 'primary' | 'secondary'
  size?: 'form' | 'header'
  busyLabel?: string | null
  disabledReason?: string | null
  shortcut?: Shortcut
}

/** A button with a menu of variants: `Publish changes ⌄`. Without items it is a plain button. */
export function SplitButton(props: SplitButtonProps) {
  const { variant = 'primary', size = 'header', disabledReason = null, busyLabel = null } = props
  // If the action is disabled, the arrow must not be the view's filled button.
  const arrow = disabledReason === null ? variant : 'secondary'
  return (
    <span className={cx(styles['split'], styles[arrow])}>
      <Button
        variant={variant}
        size={size}
        onPress={props.onPress}
        disabledReason={disabledReason}
        busyLabel={busyLabel}
        shortcut={props.shortcut}
        className={props.items.length > 0 ? styles['first'] : undefined}
      >
        {props.label}
      </Button>
      {props.items.length > 0 && (
        <MenuTrigger
          menuLabel={props.menuLabel}
          items={props.items}
          aria-label={props.menuLabel}
          className={cx(buttonClass(arrow, size), styles['arrow'])}
        >
          <Icon icon={ChevronDown} size="small" />
        </MenuTrigger>
      )}
    </span>
  )
}
