import type { JsonField } from '../../cms/schema-model.ts'
import type { ValueFieldType } from '../field-type.ts'
import { presenceOperators } from '../operators.ts'
import { isNothing, plainValue, required } from '../value-rules.ts'

export const json: ValueFieldType<JsonField> = {
  ...plainValue,
  parse: (_raw, named) => ({ ...named, type: 'json' }),
  validate: (field, value) => (field.required && !value ? required : null),
  text: (_field, value) => (isNothing(value) ? '' : JSON.stringify(value)),
  operators: () => presenceOperators,
}
