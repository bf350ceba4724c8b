import { useRef, type ReactNode, type RefObject } from 'react'
import { Popover as RacPopover } from 'react-aria-components'
import { cx } from '../class-names.ts'
import { useFirstFocus } from '../focus/dialog-focus.ts'
import styles from './popover.module.css'

export type PopoverProps = {
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'bottom' | 'end top'
  className?: string | undefined
  /** Anchor, close handler and accessible name, if there is no trigger around. */
  at?: { anchor: RefObject<Element | null>; onClose: () => void; label?: string }
  children: ReactNode
}

/** The floating surface of menus, lists and details, inside a react-aria trigger or with `at`. */
export function Popover({ placement = 'bottom start', className, at, children }: PopoverProps) {
  const surface = useRef<HTMLElement>(null)
  return (
    <RacPopover
      ref={surface}
      className={cx(styles['popover'], className)}
      placement={placement}
      offset={4}
      {...(at && {
        triggerRef: at.anchor,
        isOpen: true,
        ...(at.label !== undefined && { 'aria-label': at.label }),
        onOpenChange: (open: boolean) => {
          if (!open) at.onClose()
        },
      })}
    >
      <FirstFocus within={surface} />
      {children}
    </RacPopover>
  )
}

/** Mounted with the content of the popover, so that the hook runs when it opens. */
function FirstFocus({ within }: { within: RefObject<HTMLElement | null> }) {
  useFirstFocus(within)
  return null
}
