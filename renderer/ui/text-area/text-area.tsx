import type { Ref } from 'react'
import { cx } from '../class-names.ts'
import { typedInto, withPlainBreaks } from '../text-change/line-breaks.ts'
import styles from '../text-input/input-box.module.css'
import { isComposing, textAttributes, type TextProps } from '../text-input/text-props.ts'

export type TextAreaProps = TextProps & {
  /** Least number of visible lines. */
  rows?: number | null
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/**
 * An input for several lines. It grows with its content up to 60 % of the window, and further by dragging its
 * corner.
 */
export function TextArea({ ref, ...props }: TextAreaProps) {
  const { readOnly = false, invalid = false } = props
  return (
    <div
      className={cx(styles['box'], styles['area'], invalid && styles['bad'], readOnly && styles['readonly'])}
    >
      <textarea
        ref={ref}
        {...textAttributes(props)}
        value={withPlainBreaks(props.value)}
        onChange={(event) =>
          props.onChange(typedInto(props.value, event.currentTarget.value), isComposing(event.nativeEvent))
        }
        style={props.rows ? { minBlockSize: `calc(${props.rows}lh + 2 * var(--s-3))` } : undefined}
        className={cx(styles['input'], props.mono && styles['mono'])}
      />
    </div>
  )
}
