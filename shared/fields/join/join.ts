import type { JoinField } from '../../cms/schema-model.ts'
import type { ValueFieldType } from '../field-type.ts'
import { plainValue } from '../value-rules.ts'

export const join: ValueFieldType<JoinField> = {
  ...plainValue,
  parse: (_raw, named) => ({ ...named, type: 'join' }),
  validate: () => null,
  fits: () => false,
  operators: () => [],
}
