import { Radio, RadioGroup as RacRadioGroup } from 'react-aria-components'
import { cx } from '../class-names.ts'
import styles from './radio-group.module.css'

export type RadioGroupProps = {
  options: { value: string; label: string }[]
  value: string | null
  onChange: (value: string) => void
  onBlur?: () => void
  direction?: 'row' | 'column'
  readOnly?: boolean
  invalid?: boolean
  required?: boolean
  'aria-label'?: string
  'aria-labelledby'?: string
  'aria-describedby'?: string
}

/** A choice of one out of a few visible options; arrow keys choose. */
export function RadioGroup(props: RadioGroupProps) {
  const { direction = 'row', readOnly = false, invalid = false } = props
  return (
    <RacRadioGroup
      className={cx(styles['group'], styles[direction])}
      value={props.value}
      onChange={props.onChange}
      isReadOnly={readOnly}
      isInvalid={invalid}
      isRequired={props.required ?? false}
      orientation={direction === 'row' ? 'horizontal' : 'vertical'}
      {...(props.onBlur !== undefined && { onBlur: props.onBlur })}
      {...(props['aria-label'] !== undefined && { 'aria-label': props['aria-label'] })}
      {...(props['aria-labelledby'] !== undefined && { 'aria-labelledby': props['aria-labelledby'] })}
      {...(props['aria-describedby'] !== undefined && { 'aria-describedby': props['aria-describedby'] })}
    >
      {props.options.map((option) => (
        <Radio key={option.value} value={option.value} className={styles['radio'] ?? ''}>
          <span aria-hidden="true" className={styles['dot']} />
          {option.label}
        </Radio>
      ))}
    </RacRadioGroup>
  )
}
