import type { RelationshipField } from '../../../shared/cms/schema-model.ts'
import { RelatedDiff } from '../diff/related-diff.tsx'
import type { ValueFieldModule } from '../field-module.ts'
import { readableItems } from '../not-editable/readable-values.ts'
import { RelationCell, canEditRelation } from '../relation/relation-cell.tsx'
import { RelationInput } from '../relation/relation-input.tsx'

export const relationship: ValueFieldModule<RelationshipField> = {
  Input: RelationInput,
  edits: canEditRelation,
  Cell: RelationCell,
  Diff: RelatedDiff,
  readable: readableItems,
}
