import { parseLabels } from '../../cms/read-value.ts'
import type { ArrayField } from '../../cms/schema-model.ts'
import type { ValueFieldType } from '../field-type.ts'
import { presenceOperators } from '../operators.ts'
import { readRowLimits, readRowsLook } from '../read-settings.ts'
import { countText, plainValue, rowsOf } from '../value-rules.ts'
import { rowCount } from '../text-rules.ts'

export const array: ValueFieldType<ArrayField> = {
  ...plainValue,
  parse: (raw, named, context) => ({
    ...named,
    type: 'array',
    labels: parseLabels(raw['labels'], named.name),
    fields: context.parseFields(raw['fields']),
    ...readRowLimits(raw),
    ...readRowsLook(raw),
  }),
  initial(field, given, { newId, fill }) {
    const value = given ?? field.defaultValue
    return !Array.isArray(value)
      ? undefined
      : rowsOf(value).map((row) => ({ id: newId(), ...fill(field.fields, row) }))
  },
  validate: (field, value) => rowCount(value, field),
  text: (field, value, context) => {
    const { length } = rowsOf(value)
    return length === 0 ? '' : countText(length, field.labels, context)
  },
  operators: () => presenceOperators,
}
