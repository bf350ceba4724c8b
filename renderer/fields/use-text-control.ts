import { useRef, type RefObject } from 'react'
import type { EmailField, TextareaField, TextField } from '../../shared/cms/schema-model.ts'
import type { FieldFrameProps } from '../ui/field-frame/field-frame.tsx'
import { useFieldFrame } from './use-field-frame.ts'
import { useKeepCaret } from './use-keep-caret.ts'

/** Returns the shared parts of text inputs: value, states, and a stable caret. */
export function useTextControl<E extends HTMLInputElement | HTMLTextAreaElement>(
  field: TextField | TextareaField | EmailField,
  path: string,
) {
  const { control, id, name, frame, readOnly, invalid, placeholder, describedBy, content } = useFieldFrame(
    field,
    path,
  )
  const ref: RefObject<E | null> = useRef<E>(null)
  const value = typeof control.value === 'string' ? control.value : ''
  const { typed } = useKeepCaret(ref, value)
  const input = {
    ref,
    id,
    value,
    onChange: (next: string, composing: boolean) => {
      typed(next)
      control.setValue(next, { typing: true, composing })
    },
    onBlur: control.onBlur,
    readOnly,
    invalid,
    required: field.required,
    placeholder,
    ...('autoComplete' in field && field.autoComplete !== null && { autoComplete: field.autoComplete }),
    'aria-describedby': describedBy,
    ...content,
  }
  return { name, frame: frame satisfies Omit<FieldFrameProps, 'children'>, input }
}
