import type { LucideIcon } from 'lucide-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './input-box.module.css'
import { isComposing, textAttributes, type TextProps } from './text-props.ts'

export type TextInputProps = TextProps & {
  onFocus?: (() => void) | undefined
  onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
  type?: 'text' | 'email' | 'password' | 'search' | 'url'
  size?: 'form' | 'header'
  icon?: LucideIcon
  /** A unit, or small buttons, inside the edge. */
  end?: ReactNode
  name?: string
  autoComplete?: string | undefined
  autoFocus?: boolean
  maxLength?: number | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** One line of text inside the common input edge. */
export function TextInput({ ref, ...props }: TextInputProps) {
  const { type = 'text', readOnly = false, invalid = false, size = 'form' } = props
  return (
    <div
      className={cx(
        styles['box'],
        size === 'header' && styles['small'],
        invalid && styles['bad'],
        readOnly && styles['readonly'],
      )}
    >
      {props.icon !== undefined && <Icon icon={props.icon} />}
      <input
        {...textAttributes(props)}
        ref={ref}
        name={props.name}
        type={type}
        onChange={(event) => props.onChange(event.currentTarget.value, isComposing(event.nativeEvent))}
        onFocus={props.onFocus}
        onKeyDown={props.onKeyDown}
        autoComplete={props.autoComplete ?? 'off'}
        autoFocus={props.autoFocus}
        maxLength={props.maxLength}
        className={cx(styles['input'], props.mono && styles['mono'])}
      />
      {props.end !== undefined && <span className={styles['end']}>{props.end}</span>}
    </div>
  )
}
