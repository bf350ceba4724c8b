import type { Field, TextareaField } from '../../../shared/cms/schema-model.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { TextArea } from '../../ui/text-area/text-area.tsx'
import { fieldModule, type FieldInputProps } from '../field-module.tsx'
import { useTextControl } from '../use-text-control.ts'

function TextareaFieldInput({ field, path }: FieldInputProps<TextareaField>) {
  const { frame, input } = useTextControl<HTMLTextAreaElement>(field, path)
  return (
    <FieldFrame {...frame}>
      <TextArea {...input} />
    </FieldFrame>
  )
}

const isTextarea = (field: Field): field is TextareaField => field.type === 'textarea'

export const textarea = fieldModule(
  isTextarea,
  TextareaFieldInput,
  (_field, value) => value === null || typeof value === 'string',
)
