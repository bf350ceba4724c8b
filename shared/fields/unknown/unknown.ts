import type { UnknownField } from '../../cms/schema-model.ts'
import type { ValueFieldType } from '../field-type.ts'
import { plainValue } from '../value-rules.ts'

export const unknown: ValueFieldType<UnknownField> = {
  ...plainValue,
  parse: (_raw, named, context) => ({ ...named, type: 'unknown', rawType: context.rawType }),
  validate: () => null,
  operators: () => [],
}
