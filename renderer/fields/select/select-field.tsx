import type { SelectField } from '../../../shared/cms/schema-model.ts'
import type { Json } from '../../../shared/json.ts'
import { isStringList } from '../value-shapes.ts'
import { useT } from '../../i18n/use-t.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { Select } from '../../ui/select/select.tsx'
import type { FieldInputProps, ValueFieldModule } from '../field-module.ts'
import { readableItems } from '../not-editable/readable-value.ts'
import { useFieldFrame } from '../use-field-frame.ts'

function SelectFieldInput({ field, path }: FieldInputProps<SelectField>) {
  const { label } = useT()
  const { control, id, frame, readOnly, invalid, placeholder, describedBy } = useFieldFrame(field, path)
  const { choices } = control
  const chosen: readonly Json[] = Array.isArray(control.value) ? control.value : [control.value]
  const offered = field.options.filter(
    // What is chosen already keeps its name, whether or not it may be chosen again.
    ({ value }) => choices === null || choices.includes(value) || chosen.includes(value),
  )
  const shared = {
    id,
    options: offered.map((option) => ({ value: option.value, label: label(option.label) })),
    'aria-labelledby': `${id}-label`,
    'aria-describedby': describedBy,
    onBlur: control.onBlur,
    readOnly,
    invalid,
    required: field.required,
    placeholder,
    clearable: field.isClearable && !field.required,
  }
  return (
    <FieldFrame {...frame} group>
      {field.hasMany ? (
        <Select
          {...shared}
          multiple
          sortable={field.isSortable}
          value={isStringList(control.value) ? control.value : []}
          onChange={control.setValue}
        />
      ) : (
        <Select
          {...shared}
          value={typeof control.value === 'string' ? control.value : null}
          onChange={control.setValue}
        />
      )}
    </FieldFrame>
  )
}

export const select: ValueFieldModule<SelectField> = {
  Input: SelectFieldInput,
  edits: (field, value) =>
    field.hasMany ? value === null || isStringList(value) : value === null || typeof value === 'string',
  column: { sortable: (field) => !field.hasMany },
  readable: readableItems,
}
