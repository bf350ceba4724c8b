import type { Field, EmailField } from '../../../shared/cms/schema-model.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { fieldModule, type FieldInputProps } from '../field-module.tsx'
import { useTextControl } from '../use-text-control.ts'

function EmailFieldInput({ field, path }: FieldInputProps<EmailField>) {
  const { frame, input } = useTextControl<HTMLInputElement>(field, path)
  return (
    <FieldFrame {...frame}>
      {/* Not type="email": that one trims what is typed and keeps no caret. */}
      <TextInput {...input} dir="ltr" lang={undefined} spellCheck={false} />
    </FieldFrame>
  )
}

const isEmail = (field: Field): field is EmailField => field.type === 'email'

export const email = fieldModule(
  isEmail,
  EmailFieldInput,
  (_field, value) => value === null || typeof value === 'string',
)
