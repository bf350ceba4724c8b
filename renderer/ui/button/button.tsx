import type { LucideIcon } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { cx } from '../class-names.ts'
import { ASKS_FOR_FOCUS } from '../focus/dialog-focus.ts'
import { Icon } from '../icon/icon.tsx'
import { ariaShortcut, type Shortcut } from '../key-cap/shortcut.ts'
import { tooltipProps } from '../tooltip/tooltip-props.ts'
import styles from './button.module.css'
import { NativeButton } from './native-button.tsx'
import { Link } from 'react-router-dom'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet'
export type ButtonSize = 'form' | 'header' | 'row' | 'large'

export type ButtonProps = {
  variant?: ButtonVariant
  /** Height in px: form 32 and header 28 (normal density), row 24, large 36 (screens with one message or form). */
  size?: ButtonSize
  /** Replaces the label while the button works: presses do nothing, the width stays. */
  busyLabel?: string | null
  /** Reason that it is disabled: it stays focusable, and shows the reason as tooltip and description. */
  disabledReason?: string | null
  icon?: LucideIcon | undefined
  /** Mirrors a directional icon in right-to-left languages. */
  flipIcon?: boolean
  shortcut?: Shortcut | undefined
  onPress?: () => void
  type?: 'button' | 'submit'
  /** Id of the form that it submits, if it is outside of that form. */
  form?: string
  /** Gets the focus when the dialog around it opens. */
  autoFocus?: boolean
  pressed?: boolean
  /** True if the element that it opens is open; `controls`: id of that element. */
  expanded?: boolean
  controls?: string
  id?: string
  className?: string | undefined
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-current'?: 'page'
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

export function buttonClass(variant: ButtonVariant, size: ButtonSize): string {
  return cx(styles['button'], styles[variant], styles[size])
}

/** A button in four sizes. One primary per view. */
export function Button({ ref, ...props }: ButtonProps) {
  const { variant = 'secondary', size = 'form', busyLabel = null, disabledReason = null } = props
  const off = busyLabel !== null || disabledReason !== null
  return (
    <NativeButton
      {...tooltipProps(disabledReason, props.shortcut)}
      // A disabled button must not submit by Enter in a field either.
      type={off ? 'button' : (props.type ?? 'button')}
      aria-disabled={off}
      {...(variant === 'primary' && { 'data-primary': '' })}
      className={cx(buttonClass(variant, size), off && styles['off'], props.className)}
      onPress={() => {
        if (!off) props.onPress?.()
      }}
      {...(ref !== undefined && { ref })}
      {...(props.id !== undefined && { id: props.id })}
      {...(props.form !== undefined && !off && { form: props.form })}
      {...(props.pressed !== undefined && { 'aria-pressed': props.pressed })}
      {...(props.expanded !== undefined && { 'aria-expanded': props.expanded })}
      {...(props.controls !== undefined && { 'aria-controls': props.controls })}
      {...(props['aria-label'] !== undefined && { 'aria-label': props['aria-label'] })}
      {...(props['aria-describedby'] !== undefined && { 'aria-describedby': props['aria-describedby'] })}
      {...(props['aria-current'] !== undefined && { 'aria-current': props['aria-current'] })}
      {...(props.shortcut !== undefined && { 'aria-keyshortcuts': ariaShortcut(props.shortcut) })}
      {...(props.autoFocus === true && { [ASKS_FOR_FOCUS]: '' })}
    >
      {props.icon !== undefined && <Icon icon={props.icon} flip={props.flipIcon ?? false} />}
      {busyLabel === null ? (
        <span className={styles['label']}>{props.children}</span>
      ) : (
        <span className={styles['busy']}>
          <span aria-hidden="true" className={styles['measure']}>
            {props.children}
          </span>
          <span>{busyLabel}</span>
        </span>
      )}
    </NativeButton>
  )
}

export type ButtonLinkProps = {
  to: string
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  'aria-label'?: string
  children: ReactNode
}

/** A link of the app that looks like a button. */
export function ButtonLink({
  to,
  variant = 'secondary',
  size = 'form',
  icon,
  children,
  ...aria
}: ButtonLinkProps) {
  return (
    <Link to={to} className={buttonClass(variant, size)} {...aria}>
      {icon !== undefined && <Icon icon={icon} />}
      <span>{children}</span>
    </Link>
  )
}
