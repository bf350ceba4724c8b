import { read, readText } from '../../cms/read-value.ts'
import type { CodeField } from '../../cms/schema-model.ts'
import { readEditorOptions } from '../read-settings.ts'
import type { ValueFieldType } from '../field-type.ts'
import { textOperators } from '../operators.ts'
import { plainTextValue } from '../text-rules.ts'
import { required } from '../value-rules.ts'

export const code: ValueFieldType<CodeField> = {
  ...plainTextValue,
  labelsRows: false,
  parse: (raw, named) => ({
    ...named,
    type: 'code',
    language: readText(read(raw['admin'], 'language')),
    editor: readEditorOptions(raw),
  }),
  /** Null, an emptied value, is valid even if the field is required: the server accepts it. */
  validate: (field, value) => (field.required && value === undefined ? required : null),
  operators: () => textOperators,
  filterValue: 'text',
}
