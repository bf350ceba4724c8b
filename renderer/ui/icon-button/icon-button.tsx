import type { LucideIcon } from 'lucide-react'
import type { Ref } from 'react'
import { buttonClass } from '../button/button.tsx'
import { NativeButton } from '../button/native-button.tsx'
import { cx } from '../class-names.ts'
import { ASKS_FOR_FOCUS } from '../focus/dialog-focus.ts'
import { Icon } from '../icon/icon.tsx'
import { ariaShortcut, type Shortcut } from '../key-cap/shortcut.ts'
import { tooltipProps } from '../tooltip/tooltip-props.ts'
import styles from './icon-button.module.css'

export type IconButtonProps = {
  /** Accessible name and tooltip. */
  label: string
  icon: LucideIcon
  flip?: boolean
  shortcut?: Shortcut
  onPress: () => void
  size?: 'form' | 'header' | 'row'
  pressed?: boolean
  expanded?: boolean
  /** Id of the element that it opens, with `expanded`. */
  controls?: string
  disabledReason?: string | null
  /**
   * True if it opens a menu of the system, which acts on the focused element: a press does not move the
   * focus.
   */
  opensMenu?: boolean
  /** Removes the button from the tab order, if the keyboard can do the same elsewhere. */
  excludeFromTabOrder?: boolean
  /** Gets the focus when the dialog around it opens. */
  asksForFocus?: boolean
  id?: string
  className?: string
  ref?: Ref<HTMLButtonElement>
}

/** An icon alone, for universal tools; always with a name and a tooltip. */
export function IconButton({ ref, ...props }: IconButtonProps) {
  const { size = 'header', disabledReason = null } = props
  const off = disabledReason !== null
  return (
    <NativeButton
      {...tooltipProps(disabledReason ?? props.label, props.shortcut)}
      aria-label={props.label}
      aria-disabled={off}
      className={cx(
        buttonClass('quiet', size),
        styles['square'],
        styles[size],
        off && styles['off'],
        props.className,
      )}
      onPress={() => {
        if (!off) props.onPress()
      }}
      {...(props.excludeFromTabOrder === true && { tabIndex: -1 })}
      {...(props.opensMenu === true && { 'aria-haspopup': 'menu' as const, keepsFocus: true })}
      {...(props.id !== undefined && { id: props.id })}
      {...(ref !== undefined && { ref })}
      {...(props.asksForFocus === true && { [ASKS_FOR_FOCUS]: '' })}
      {...(props.pressed !== undefined && { 'aria-pressed': props.pressed })}
      {...(props.expanded !== undefined && { 'aria-expanded': props.expanded })}
      {...(props.controls !== undefined && { 'aria-controls': props.controls })}
      {...(props.shortcut !== undefined && { 'aria-keyshortcuts': ariaShortcut(props.shortcut) })}
    >
      <Icon icon={props.icon} flip={props.flip ?? false} />
    </NativeButton>
  )
}
