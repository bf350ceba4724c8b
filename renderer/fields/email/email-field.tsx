import type { EmailField } from '../../../shared/cms/schema-model.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import type { FieldInputProps, ValueFieldModule } from '../field-module.ts'
import { useTextControl } from '../use-text-control.ts'

function EmailFieldInput({ field, path }: FieldInputProps<EmailField>) {
  const { frame, input } = useTextControl<HTMLInputElement>(field, path)
  return (
    <FieldFrame {...frame}>
      {/* Not type="email", which trims typed text and has no caret position. */}
      <TextInput {...input} dir="ltr" lang={undefined} spellCheck={false} />
    </FieldFrame>
  )
}

export const email: ValueFieldModule<EmailField> = {
  Input: EmailFieldInput,
  edits: (_field, value) => value === null || typeof value === 'string',
  column: { sortable: () => true, width: 'text' },
}
