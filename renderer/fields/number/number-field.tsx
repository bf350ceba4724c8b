import { useState } from 'react'
import type { NumberField } from '../../../shared/cms/schema-model.ts'
import type { Json } from '../../../shared/json.ts'
import { useT } from '../../i18n/use-t.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { NumberInput } from '../../ui/number-input/number-input.tsx'
import type { FieldInputProps, ValueFieldModule } from '../field-module.ts'
import { useFieldFrame } from '../use-field-frame.ts'

function NumberFieldInput({ field, path }: FieldInputProps<NumberField>) {
  const { t } = useT()
  const { control, id, frame, readOnly, invalid, placeholder, describedBy } = useFieldFrame(field, path)
  // What is not a number is not a value: the document keeps the one it had, and the field says why.
  const [kept, setKept] = useState<{ value: Json } | null>(null)
  // A value that came from elsewhere takes the place of what was typed.
  const notNumber = kept !== null && kept.value === control.value
  const error = notNumber ? t('validation:enterNumber') : (frame.error ?? null)
  return (
    <FieldFrame {...frame} error={error}>
      <NumberInput
        id={id}
        value={typeof control.value === 'number' ? control.value : null}
        onChange={(value, text) => {
          const wrong = value === null && text.trim() !== ''
          setKept(wrong ? { value: control.value } : null)
          if (!wrong) control.setValue(value)
        }}
        onBlur={control.onBlur}
        min={field.min}
        max={field.max}
        step={field.step}
        readOnly={readOnly}
        invalid={invalid || notNumber}
        required={field.required}
        placeholder={placeholder}
        aria-describedby={notNumber ? `${id}-error` : describedBy}
      />
    </FieldFrame>
  )
}

export const number: ValueFieldModule<NumberField> = {
  Input: NumberFieldInput,
  edits: (field, value) => !field.hasMany && (value === null || typeof value === 'number'),
  column: { sortable: (field) => !field.hasMany },
}
