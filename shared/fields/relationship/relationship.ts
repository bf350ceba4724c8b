import type { RelationshipField } from '../../cms/schema-model.ts'
import type { ValueFieldType } from '../field-type.ts'
import { parseOptions, parseTarget, relationValue } from '../relations.ts'

export const relationship: ValueFieldType<RelationshipField> = {
  ...relationValue,
  parse: (raw, named, context) => {
    const target = parseTarget(raw)
    return { ...named, type: 'relationship', ...target, ...parseOptions(raw, target, context) }
  },
}
