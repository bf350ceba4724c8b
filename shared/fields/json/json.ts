import { read, readNumber } from '../../cms/read-value.ts'
import type { JsonField } from '../../cms/schema-model.ts'
import { isJsonObject, sameJson } from '../../json.ts'
import { readEditorOptions } from '../read-settings.ts'
import type { ValueFieldType } from '../field-type.ts'
import { presenceOperators } from '../operators.ts'
import { isNothing, plainValue, required } from '../value-rules.ts'
import { checkSchema } from './check-schema.ts'

export const json: ValueFieldType<JsonField> = {
  ...plainValue,
  parse(raw, named) {
    const schema = read(raw['jsonSchema'], 'schema')
    const maxHeight = readNumber(read(raw['admin'], 'maxHeight'))
    return {
      ...named,
      type: 'json',
      jsonSchema: isJsonObject(schema) ? schema : null,
      maxHeight: maxHeight !== null && maxHeight > 0 ? maxHeight : null,
      editor: readEditorOptions(raw),
    }
  },
  validate(field, value) {
    if (field.required && !value) return required
    // The server parses a text value once more, and refuses one that is no JSON.
    if (typeof value === 'string' && !isJsonText(value)) return { key: 'validation:invalidInput' }
    return field.jsonSchema === null ? null : checkSchema(field.jsonSchema, value)
  },
  /** Only null and a missing value are empty: an empty text or list is a JSON value of its own. */
  isEmpty: (_field, value) => isNothing(value),
  equal: (_field, a, b) => sameJson(a, b),
  text: (_field, value) => (isNothing(value) ? '' : JSON.stringify(value)),
  operators: () => presenceOperators,
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
