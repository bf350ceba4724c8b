import type { TextareaField } from '../../../shared/cms/schema-model.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { TextArea } from '../../ui/text-area/text-area.tsx'
import type { FieldInputProps, ValueFieldModule } from '../field-module.ts'
import { SeoDescriptionInput } from '../seo/seo-text.tsx'
import { useTextControl } from '../use-text-control.ts'

function TextareaFieldInput({ field, path }: FieldInputProps<TextareaField>) {
  return field.seo === null ? (
    <PlainTextarea field={field} path={path} />
  ) : (
    <SeoDescriptionInput field={field} path={path} seo={field.seo} />
  )
}

function PlainTextarea({ field, path }: FieldInputProps<TextareaField>) {
  const { frame, input } = useTextControl<HTMLTextAreaElement>(field, path)
  return (
    <FieldFrame {...frame}>
      <TextArea {...input} rows={field.rows} />
    </FieldFrame>
  )
}

export const textarea: ValueFieldModule<TextareaField> = {
  Input: TextareaFieldInput,
  edits: (_field, value) => value === null || typeof value === 'string',
  column: { sortable: () => true, width: 'text' },
}
