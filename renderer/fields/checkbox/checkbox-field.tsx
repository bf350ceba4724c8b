import type { CheckboxField } from '../../../shared/cms/schema-model.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import type { FieldInputProps, ValueFieldModule } from '../field-module.ts'
import { useFieldFrame } from '../use-field-frame.ts'

function CheckboxFieldInput({ field, path }: FieldInputProps<CheckboxField>) {
  const { control, id, frame, readOnly, invalid, describedBy } = useFieldFrame(field, path)
  return (
    <FieldFrame {...frame} ticked>
      <Checkbox
        id={id}
        label={null}
        checked={control.value === true}
        onChange={control.setValue}
        onBlur={control.onBlur}
        readOnly={readOnly}
        invalid={invalid}
        required={field.required}
        aria-describedby={describedBy}
      />
    </FieldFrame>
  )
}

export const checkbox: ValueFieldModule<CheckboxField> = {
  Input: CheckboxFieldInput,
  edits: (_field, value) => value === null || typeof value === 'boolean',
  column: { sortable: () => true },
}
