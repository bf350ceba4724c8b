import type { NumberField } from '../../../shared/cms/schema-model.ts'
import { useForm } from '../../form/form-context.tsx'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { NumberInput } from '../../ui/number-input/number-input.tsx'
import type { FieldInputProps, ValueFieldModule } from '../field-module.ts'
import { useFieldFrame } from '../use-field-frame.ts'

function NumberFieldInput({ field, path }: FieldInputProps<NumberField>) {
  const form = useForm()
  const { control, id, frame, readOnly, invalid, placeholder, describedBy } = useFieldFrame(field, path)
  return (
    <FieldFrame {...frame}>
      <NumberInput
        id={id}
        value={typeof control.value === 'number' ? control.value : null}
        text={control.text}
        onChange={(value, text) => {
          // What is not a number is not a value: the document keeps the one it had, and the field says why.
          if (value === null && text.trim() !== '')
            form.setText(path, text, { key: 'validation:enterNumber' })
          else control.setValue(value, { typing: true })
        }}
        onBlur={control.onBlur}
        min={field.min}
        max={field.max}
        step={field.step}
        readOnly={readOnly}
        invalid={invalid}
        required={field.required}
        placeholder={placeholder}
        aria-describedby={describedBy}
      />
    </FieldFrame>
  )
}

export const number: ValueFieldModule<NumberField> = {
  Input: NumberFieldInput,
  edits: (field, value) => !field.hasMany && (value === null || typeof value === 'number'),
  column: { sortable: (field) => !field.hasMany },
}
