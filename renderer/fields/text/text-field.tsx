import type { TextField } from '../../../shared/cms/schema-model.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { TagInput } from '../../ui/tag-input/tag-input.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import type { FieldInputProps, ValueFieldModule } from '../field-module.ts'
import { readableItems } from '../not-editable/readable-values.ts'
import { useFieldFrame } from '../use-field-frame.ts'
import { useTextControl } from '../use-text-control.ts'
import { isStringList } from '../value-shapes.ts'
import { SeoTitleInput } from '../seo/seo-text.tsx'
import { SlugInput } from './slug-input.tsx'

function TextFieldInput({ field, path }: FieldInputProps<TextField>) {
  if (field.hasMany) return <TextsInput field={field} path={path} />
  if (field.seo !== null) return <SeoTitleInput field={field} path={path} seo={field.seo} />
  return field.slugSource === null ? (
    <OneText field={field} path={path} />
  ) : (
    <SlugInput field={field} path={path} source={field.slugSource} />
  )
}

function OneText({ field, path }: FieldInputProps<TextField>) {
  const { frame, input } = useTextControl<HTMLInputElement>(field, path)
  return (
    <FieldFrame {...frame}>
      <TextInput {...input} />
    </FieldFrame>
  )
}

/** The input for several texts, as tags. */
function TextsInput({ field, path }: FieldInputProps<TextField>) {
  const { control, id, frame, readOnly, invalid, placeholder, describedBy, content } = useFieldFrame(
    field,
    path,
  )
  return (
    <FieldFrame {...frame}>
      <TagInput
        id={id}
        items={isStringList(control.value) ? control.value : []}
        parse={trimmed}
        format={itself}
        onChange={control.setValue}
        onCommit={control.onBlur}
        readOnly={readOnly}
        invalid={invalid}
        required={field.required}
        placeholder={placeholder}
        autoComplete={field.autoComplete ?? undefined}
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
        {...content}
      />
    </FieldFrame>
  )
}

const trimmed = (text: string) => text.trim()
const itself = (item: string) => item

export const text: ValueFieldModule<TextField> = {
  Input: TextFieldInput,
  edits: (field, value) =>
    value === null || (field.hasMany ? isStringList(value) : typeof value === 'string'),
  column: { sortable: (field) => !field.hasMany, width: 'text' },
  readable: readableItems,
}
