import type { TextareaField } from '../../cms/schema-model.ts'
import type { ValueFieldType } from '../field-type.ts'
import { textOperators } from '../operators.ts'
import { readLengths } from '../read-limits.ts'
import { needed, plainTextValue, textLength } from '../text-rules.ts'

export const textarea: ValueFieldType<TextareaField> = {
  ...plainTextValue,
  parse: (raw, named, context) => ({ ...named, type: 'textarea', ...readLengths(raw, context) }),
  validate: (field, value) => textLength(value, field, null) ?? needed(field, value),
  operators: () => textOperators,
}
