import { read, readNumber } from '../../cms/read-value.ts'
import type { TextareaField } from '../../cms/schema-model.ts'
import type { ValueFieldType } from '../field-type.ts'
import { textOperators } from '../operators.ts'
import { readDirection, readLengths } from '../read-settings.ts'
import { readSeoDescription } from '../seo/seo-part.ts'
import { needed, plainTextValue, textLength } from '../text-rules.ts'

export const textarea: ValueFieldType<TextareaField> = {
  ...plainTextValue,
  parse: (raw, named, context) => ({
    ...named,
    type: 'textarea',
    rows: readNumber(read(raw['admin'], 'rows')),
    ...readLengths(raw, context),
    ...readDirection(raw),
    seo: readSeoDescription(raw, context.extra),
  }),
  /** An empty optional area is valid: unlike in a text field, the minimum applies to written text only. */
  validate: (field, value) => (value ? textLength(value, field, null) : null) ?? needed(field, value),
  operators: () => textOperators,
  filterValue: 'text',
}
