import type { RelationshipField } from '../../../shared/cms/schema-model.ts'
import type { ValueFieldModule } from '../field-module.ts'
import { notEditable } from '../not-editable/not-editable-type.ts'
import { readableItems } from '../not-editable/readable-value.ts'
import { RelationCell } from '../relation-cell.tsx'

export const relationship: ValueFieldModule<RelationshipField> = {
  ...notEditable,
  Cell: RelationCell,
  readable: readableItems,
}
