import type { Ref } from 'react'
import { cx } from '../class-names.ts'
import styles from '../text-input/input-box.module.css'
import { isComposing, textAttributes, type TextProps } from '../text-input/text-props.ts'

export type TextAreaProps = TextProps & { ref?: Ref<HTMLTextAreaElement> | undefined }

/** Several lines of text; grows with its content up to 60 % of the window. */
export function TextArea({ ref, ...props }: TextAreaProps) {
  const { readOnly = false, invalid = false } = props
  return (
    <div
      className={cx(styles['box'], styles['area'], invalid && styles['bad'], readOnly && styles['readonly'])}
    >
      <textarea
        ref={ref}
        {...textAttributes(props)}
        onChange={(event) => props.onChange(event.currentTarget.value, isComposing(event.nativeEvent))}
        className={cx(styles['input'], props.mono && styles['mono'])}
      />
    </div>
  )
}
