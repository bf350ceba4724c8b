import { useRef } from 'react'
import type { Field, TextField } from '../../../shared/cms/schema-model.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { TextArea } from '../../ui/text-area/text-area.tsx'
import { fieldModule, type FieldInputProps } from '../field-module.tsx'
import { useFieldFrame } from '../use-field-frame.ts'
import { useKeepCaret } from '../use-keep-caret.ts'

function TextareaFieldInput({ field, path }: FieldInputProps<TextField>) {
  const { control, id, frame, readOnly, invalid, placeholder, describedBy, content } = useFieldFrame(
    field,
    path,
  )
  const input = useRef<HTMLTextAreaElement>(null)
  const value = typeof control.value === 'string' ? control.value : ''
  const { typed } = useKeepCaret(input, value)
  return (
    <FieldFrame {...frame}>
      <TextArea
        ref={input}
        id={id}
        value={value}
        onChange={(next) => {
          typed(next)
          control.setValue(next)
        }}
        onBlur={control.onBlur}
        readOnly={readOnly}
        invalid={invalid}
        required={field.required}
        placeholder={placeholder}
        aria-describedby={describedBy}
        {...content}
      />
    </FieldFrame>
  )
}

const isTextarea = (field: Field): field is TextField => field.type === 'textarea'

export const textarea = fieldModule(
  isTextarea,
  TextareaFieldInput,
  (_field, value) => value === null || typeof value === 'string',
)
