import type { SelectField } from '../../../shared/cms/schema-model.ts'
import type { Json } from '../../../shared/json.ts'
import { choiceOf, codeOf } from '../../../shared/fields/choices.ts'
import { useT } from '../../i18n/use-t.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { Select } from '../../ui/select/select.tsx'
import type { FieldInputProps, ValueFieldModule } from '../field-module.ts'
import { readableItems } from '../not-editable/readable-values.ts'
import { useFieldFrame } from '../use-field-frame.ts'

function SelectFieldInput({ field, path }: FieldInputProps<SelectField>) {
  const { label } = useT()
  const { control, id, frame, readOnly, invalid, placeholder, groupDescribedBy } = useFieldFrame(field, path)
  const { choices } = control
  const chosen = codesOf(field, control.value)
  const offered = field.options.filter(
    // A selected option keeps its label, even if it may not be selected again.
    ({ value }) => choices === null || choices.includes(value) || chosen.includes(value),
  )
  const shared = {
    id,
    options: offered.map((option) => ({ value: option.value, label: label(option.label) })),
    'aria-labelledby': `${id}-label`,
    'aria-describedby': groupDescribedBy,
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
          value={chosen}
          onChange={(codes) => control.setValue(codes.map((code) => choiceOf(field.options, code)))}
        />
      ) : (
        <Select
          {...shared}
          value={chosen[0] ?? null}
          onChange={(code) => control.setValue(code === null ? null : choiceOf(field.options, code))}
        />
      )}
    </FieldFrame>
  )
}

/** Returns the codes of the selected options. */
function codesOf({ options }: SelectField, value: Json): string[] {
  return chosenIn(value).flatMap((item) => codeOf(options, item) ?? [])
}

/** Returns the selected values; an empty text may be an option. */
function chosenIn(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : value === null ? [] : [value]
}

export const select: ValueFieldModule<SelectField> = {
  Input: SelectFieldInput,
  edits: (field, value) =>
    value === null ||
    (Array.isArray(value) === field.hasMany && codesOf(field, value).length === chosenIn(value).length),
  column: { sortable: (field) => !field.hasMany },
  readable: readableItems,
}
