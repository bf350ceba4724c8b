import { useRef } from 'react'
import type { Field, TextField } from '../../../shared/cms/schema-model.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { fieldModule, type FieldInputProps } from '../field-module.tsx'
import { useFieldFrame } from '../use-field-frame.ts'
import { useKeepCaret } from '../use-keep-caret.ts'

function TextFieldInput({ field, path }: FieldInputProps<TextField>) {
  const { control, id, frame, readOnly, invalid, placeholder, describedBy, content } = useFieldFrame(
    field,
    path,
  )
  const input = useRef<HTMLInputElement>(null)
  const value = typeof control.value === 'string' ? control.value : ''
  const { typed } = useKeepCaret(input, value)
  return (
    <FieldFrame {...frame}>
      <TextInput
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

const isText = (field: Field): field is TextField => field.type === 'text'

export const text = fieldModule(
  isText,
  TextFieldInput,
  (field, value) => !field.hasMany && (value === null || typeof value === 'string'),
)
