import { choiceOf, codeOf } from '../../../shared/fields/choices.ts'
import type { RadioField } from '../../../shared/cms/schema-model.ts'
import { useT } from '../../i18n/use-t.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { RadioGroup } from '../../ui/radio-group/radio-group.tsx'
import type { FieldInputProps, ValueFieldModule } from '../field-module.ts'
import { readableItems } from '../not-editable/readable-values.ts'
import { useFieldFrame } from '../use-field-frame.ts'

function RadioFieldInput({ field, path }: FieldInputProps<RadioField>) {
  const { label } = useT()
  const { control, id, frame, readOnly, invalid, describedBy } = useFieldFrame(field, path)
  return (
    <FieldFrame {...frame} group>
      <RadioGroup
        options={field.options.map((option) => ({ value: option.value, label: label(option.label) }))}
        direction={field.layout === 'vertical' ? 'column' : 'row'}
        value={codeOf(field.options, control.value)}
        onChange={(code) => control.setValue(choiceOf(field.options, code))}
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

export const radio: ValueFieldModule<RadioField> = {
  Input: RadioFieldInput,
  edits: ({ options }, value) => value === null || codeOf(options, value) !== null,
  column: { sortable: () => true },
  readable: readableItems,
}
