import type { TextField } from '../../../shared/cms/schema-model.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import type { FieldInputProps, ValueFieldModule } from '../field-module.ts'
import { useTextControl } from '../use-text-control.ts'

function TextFieldInput({ field, path }: FieldInputProps<TextField>) {
  const { frame, input } = useTextControl<HTMLInputElement>(field, path)
  return (
    <FieldFrame {...frame}>
      <TextInput {...input} />
    </FieldFrame>
  )
}

export const text: ValueFieldModule<TextField> = {
  Input: TextFieldInput,
  edits: (field, value) => !field.hasMany && (value === null || typeof value === 'string'),
  column: { sortable: (field) => !field.hasMany, width: 'text' },
}
