import type { CodeField } from '../../cms/schema-model.ts'
import type { ValueFieldType } from '../field-type.ts'
import { textOperators } from '../operators.ts'
import { plainTextValue } from '../text-rules.ts'
import { isNothing, required } from '../value-rules.ts'

export const code: ValueFieldType<CodeField> = {
  ...plainTextValue,
  labelsRows: false,
  parse: (_raw, named) => ({ ...named, type: 'code' }),
  validate: (field, value) => (field.required && isNothing(value) ? required : null),
  operators: () => textOperators,
}
