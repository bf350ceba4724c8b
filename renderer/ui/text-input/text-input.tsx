import type { LucideIcon } from 'lucide-react'
import type { HTMLInputAutoCompleteAttribute, KeyboardEvent, ReactNode, Ref } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './input-box.module.css'

export type TextInputProps = {
  id: string
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  onFocus?: (() => void) | undefined
  onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
  type?: 'text' | 'email' | 'password' | 'search' | 'url'
  readOnly?: boolean
  invalid?: boolean
  required?: boolean
  placeholder?: string | undefined
  dir?: 'ltr' | 'rtl' | 'auto' | undefined
  lang?: string | undefined
  mono?: boolean
  size?: 'form' | 'header'
  icon?: LucideIcon
  /** A unit, or small buttons, inside the edge. */
  end?: ReactNode
  name?: string
  autoComplete?: HTMLInputAutoCompleteAttribute
  autoFocus?: boolean
  spellCheck?: boolean
  maxLength?: number | undefined
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
  'aria-describedby'?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** One line of text inside the common input edge. */
export function TextInput(props: TextInputProps) {
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
        ref={props.ref}
        id={props.id}
        name={props.name}
        type={type}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onBlur={props.onBlur}
        onFocus={props.onFocus}
        onKeyDown={props.onKeyDown}
        readOnly={readOnly}
        required={false}
        aria-required={props.required}
        aria-invalid={invalid || undefined}
        aria-label={props['aria-label']}
        aria-labelledby={props['aria-labelledby']}
        aria-describedby={props['aria-describedby']}
        placeholder={props.placeholder}
        dir={props.dir}
        lang={props.lang}
        autoComplete={props.autoComplete ?? 'off'}
        autoFocus={props.autoFocus}
        spellCheck={props.spellCheck}
        maxLength={props.maxLength}
        className={cx(styles['input'], props.mono && styles['mono'])}
      />
      {props.end !== undefined && <span className={styles['end']}>{props.end}</span>}
    </div>
  )
}
