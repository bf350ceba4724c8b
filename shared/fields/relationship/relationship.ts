import type { RelationshipField } from '../../cms/schema-model.ts'
import type { ValueFieldType } from '../field-type.ts'
import { parseTarget, relationValue } from '../relations.ts'

export const relationship: ValueFieldType<RelationshipField> = {
  ...relationValue,
  parse: (raw, named) => ({ ...named, type: 'relationship', ...parseTarget(raw) }),
}
