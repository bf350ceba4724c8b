import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../class-names.ts'
import styles from './checkbox.module.css'

export type CheckboxProps = {
  /** Visible text, part of the target; null: the label is beside it. */
  label: ReactNode
  hideLabel?: boolean
  checked: boolean | 'mixed'
  onChange: (checked: boolean) => void
  onBlur?: (() => void) | undefined
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  id?: string | undefined
  readOnly?: boolean
  invalid?: boolean
  required?: boolean
  name?: string
  /** -1: it is reached in another way than by Tab. */
  tabIndex?: 0 | -1
  'aria-describedby'?: string | undefined
}

/** A check box with its label. `mixed` shows a dash. */
export function Checkbox(props: CheckboxProps) {
  const { checked, readOnly = false } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = checked === 'mixed'
  }, [checked])
  return (
    <label className={cx(styles['checkbox'], readOnly && styles['readonly'])}>
      <input
        ref={input}
        type="checkbox"
        id={props.id}
        name={props.name}
        tabIndex={props.tabIndex}
        checked={checked === true}
        onChange={(event) => {
          // A check box knows no readonly: it stays focusable and does not change.
          if (!readOnly) props.onChange(event.currentTarget.checked)
        }}
        onBlur={props.onBlur}
        onKeyDown={props.onKeyDown}
        aria-disabled={readOnly || undefined}
        aria-invalid={props.invalid || undefined}
        aria-required={props.required}
        aria-describedby={props['aria-describedby']}
        className={cx(styles['box'], props.invalid && styles['bad'])}
      />
      {props.label !== null && (
        <span className={props.hideLabel ? styles['hidden'] : undefined}>{props.label}</span>
      )}
    </label>
  )
}
