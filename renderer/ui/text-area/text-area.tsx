import type { Ref } from 'react'
import { cx } from '../class-names.ts'
import styles from '../text-input/input-box.module.css'

export type TextAreaProps = {
  id: string
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  readOnly?: boolean
  invalid?: boolean
  required?: boolean
  placeholder?: string | undefined
  dir?: 'ltr' | 'rtl' | 'auto' | undefined
  lang?: string | undefined
  mono?: boolean
  spellCheck?: boolean
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
  'aria-describedby'?: string | undefined
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/** Several lines of text; grows with its content up to 60 % of the window. */
export function TextArea(props: TextAreaProps) {
  const { readOnly = false, invalid = false } = props
  return (
    <div
      className={cx(styles['box'], styles['area'], invalid && styles['bad'], readOnly && styles['readonly'])}
    >
      <textarea
        ref={props.ref}
        id={props.id}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onBlur={props.onBlur}
        readOnly={readOnly}
        aria-required={props.required}
        aria-invalid={invalid || undefined}
        aria-label={props['aria-label']}
        aria-labelledby={props['aria-labelledby']}
        aria-describedby={props['aria-describedby']}
        placeholder={props.placeholder}
        dir={props.dir}
        lang={props.lang}
        spellCheck={props.spellCheck}
        className={cx(styles['input'], props.mono && styles['mono'])}
      />
    </div>
  )
}
