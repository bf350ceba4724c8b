import type { UploadField } from '../../../shared/cms/schema-model.ts'
import type { ValueFieldModule } from '../field-module.ts'
import { readableItems } from '../not-editable/readable-value.ts'
import { RelationCell } from '../relation-cell.tsx'
import { canEditRelation } from '../relation/can-edit-relation.ts'
import { RelationInput } from '../relation/relation-input.tsx'

export const upload: ValueFieldModule<UploadField> = {
  Input: RelationInput,
  edits: canEditRelation,
  Cell: RelationCell,
  readable: readableItems,
}
