import { useRef } from 'react'
import type { Field, TextField } from '../../../shared/cms/schema-model.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { fieldModule, type FieldInputProps } from '../field-module.tsx'
import { useFieldFrame } from '../use-field-frame.ts'
import { useKeepCaret } from '../use-keep-caret.ts'

function EmailFieldInput({ field, path }: FieldInputProps<TextField>) {
  const { control, id, frame, readOnly, invalid, placeholder, describedBy } = useFieldFrame(field, path)
  const input = useRef<HTMLInputElement>(null)
  const value = typeof control.value === 'string' ? control.value : ''
  const { typed } = useKeepCaret(input, value)
  return (
    <FieldFrame {...frame}>
      {/* Not type="email": that one trims what is typed and keeps no caret. */}
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
        dir="ltr"
        spellCheck={false}
      />
    </FieldFrame>
  )
}

const isEmail = (field: Field): field is TextField => field.type === 'email'

export const email = fieldModule(
  isEmail,
  EmailFieldInput,
  (_field, value) => value === null || typeof value === 'string',
)
