import { useRef, useEffect, useLayoutEffect, type RefObject } from 'react'
import type { EmailField, TextareaField, TextField } from '../../shared/cms/schema-model.ts'
import type { FieldFrameProps } from '../ui/field-frame/field-frame.tsx'
import { useFieldFrame } from './use-field-frame.ts'

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

/**
 * Keeps the position of the caret when a focused field's text is replaced from outside, such as by a newer
 * version from the server. `typed`: tells that the next value is the user's own.
 */
function useKeepCaret<E extends HTMLInputElement | HTMLTextAreaElement>(
  ref: RefObject<E | null>,
  value: string,
): { typed: (value: string) => void } {
  const own = useRef(value)
  const caret = useRef<[number, number]>([0, 0])

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const remember = () => {
      caret.current = [element.selectionStart ?? 0, element.selectionEnd ?? 0]
    }
    element.addEventListener('selectionchange', remember)
    return () => element.removeEventListener('selectionchange', remember)
  }, [ref])

  useLayoutEffect(() => {
    const element = ref.current
    if (own.current === value) return
    own.current = value
    if (element && document.activeElement === element) element.setSelectionRange(...caret.current)
  }, [ref, value])

  return {
    typed: (next) => {
      own.current = next
    },
  }
}
