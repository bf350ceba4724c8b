import type { Field, RadioField } from '../../../shared/cms/schema-model.ts'
import { useT } from '../../i18n/use-t.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { RadioGroup } from '../../ui/radio-group/radio-group.tsx'
import { fieldModule, type FieldInputProps } from '../field-module.tsx'
import { useFieldFrame } from '../use-field-frame.ts'

function RadioFieldInput({ field, path }: FieldInputProps<RadioField>) {
  const { label } = useT()
  const { control, id, frame, readOnly, invalid, describedBy } = useFieldFrame(field, path)
  return (
    <FieldFrame {...frame} group>
      <RadioGroup
        options={field.options.map((option) => ({ value: option.value, label: label(option.label) }))}
        value={typeof control.value === 'string' ? control.value : null}
        onChange={control.setValue}
        onBlur={control.onBlur}
        readOnly={readOnly}
        invalid={invalid}
        required={field.required}
        aria-labelledby={`${id}-label`}
        {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      />
    </FieldFrame>
  )
}

const isRadio = (field: Field): field is RadioField => field.type === 'radio'

export const radio = fieldModule(
  isRadio,
  RadioFieldInput,
  (_field, value) => value === null || typeof value === 'string',
)
