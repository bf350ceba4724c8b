import { useState, type ReactNode, type Ref } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { TextInput } from '../text-input/text-input.tsx'
import { stepNumber } from './step-number.ts'

export type NumberInputProps = {
  id: string
  value: number | null
  /** Typed text that is no number, if the parent stores it; otherwise null. */
  text?: string | null
  /** `value` is null for an empty field and for text that is no number; `text` tells them apart. */
  onChange: (value: number | null, text: string) => void
  onBlur?: (() => void) | undefined
  min?: number | null
  max?: number | null
  step?: number | null
  readOnly?: boolean
  invalid?: boolean
  required?: boolean
  placeholder?: string | undefined
  size?: 'form' | 'header'
  autoComplete?: string | undefined
  end?: ReactNode
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
  'aria-describedby'?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/**
 * A number input in the language's notation, which reports each key press; arrow keys step. The typed text stays
 * until blur, then the understood number is shown (F57).
 */
export function NumberInput(props: NumberInputProps) {
  const { value, onChange, min = null, max = null, step = null, readOnly = false, text: kept = null } = props
  const { numberIn, writeNumber } = useT()
  const shown = kept ?? (value === null ? '' : writeNumber(value))
  const [text, setText] = useState(shown)
  const [seen, setSeen] = useState({ value, kept })
  if (value !== seen.value || kept !== seen.kept) {
    setSeen({ value, kept })
    // A value from outside replaces the text; the own value coming back does not.
    if (kept !== null || numberIn(text) !== value || value === null) setText(shown)
  }
  const report = (next: string) => {
    setText(next)
    onChange(numberIn(next), next)
  }
  return (
    <TextInput
      {...props}
      value={text}
      onChange={report}
      onBlur={() => {
        if (value !== null && numberIn(text) === value) setText(writeNumber(value))
        props.onBlur?.()
      }}
      onKeyDown={(event) => {
        if (readOnly || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        const direction = event.key === 'ArrowUp' ? 1 : -1
        report(writeNumber(stepNumber(numberIn(text), direction, { step: step ?? 1, min, max })))
      }}
      dir="ltr"
    />
  )
}
