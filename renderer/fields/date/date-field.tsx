import type { DateField, Field } from '../../../shared/cms/schema-model.ts'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { fieldModule, type FieldInputProps } from '../field-module.tsx'
import { useFieldFrame } from '../use-field-frame.ts'

function DateFieldInput({ field, path }: FieldInputProps<DateField>) {
  const { control, id, frame, readOnly, invalid, describedBy } = useFieldFrame(field, path)
  return (
    <FieldFrame {...frame} group>
      <DateInput
        id={id}
        value={typeof control.value === 'string' ? control.value : null}
        onChange={control.setValue}
        onBlur={control.onBlur}
        granularity={field.appearance === 'dayOnly' || field.appearance === 'monthOnly' ? 'day' : 'minute'}
        readOnly={readOnly}
        invalid={invalid}
        required={field.required}
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
      />
    </FieldFrame>
  )
}

const isDate = (field: Field): field is DateField => field.type === 'date'

export const date = fieldModule(
  isDate,
  DateFieldInput,
  (_field, value) => value === null || (typeof value === 'string' && !Number.isNaN(Date.parse(value))),
)
