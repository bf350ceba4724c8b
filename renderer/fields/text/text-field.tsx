import type { Field, TextField } from '../../../shared/cms/schema-model.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { fieldModule, type FieldInputProps } from '../field-module.tsx'
import { useTextControl } from '../use-text-control.ts'

function TextFieldInput({ field, path }: FieldInputProps<TextField>) {
  const { frame, input } = useTextControl<HTMLInputElement>(field, path)
  return (
    <FieldFrame {...frame}>
      <TextInput {...input} />
    </FieldFrame>
  )
}

const isText = (field: Field): field is TextField => field.type === 'text'

export const text = fieldModule(
  isText,
  TextFieldInput,
  (field, value) => !field.hasMany && (value === null || typeof value === 'string'),
)
