import type { ReactNode } from 'react'
import { Popover as RacPopover } from 'react-aria-components'
import { cx } from '../class-names.ts'
import styles from './popover.module.css'

export type PopoverProps = {
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'bottom'
  className?: string | undefined
  children: ReactNode
}

/** The floating surface of menus, lists and details. Stands inside a react-aria trigger. */
export function Popover({ placement = 'bottom start', className, children }: PopoverProps) {
  return (
    <RacPopover className={cx(styles['popover'], className)} placement={placement} offset={4}>
      {children}
    </RacPopover>
  )
}
