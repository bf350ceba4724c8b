import type { RelationField } from '../../../shared/cms/schema-model.ts'
import { relationValue, relatedRef } from '../../../shared/fields/relations.ts'
import { itemsOf, isBlank } from '../../../shared/fields/value-rules.ts'
import { CellText, firstItems } from '../cell-text.tsx'
import type { FieldCellProps } from '../field-module.ts'
import type { Json } from '../../../shared/json.ts'

const MOST_TITLES = 3

/** Related documents by title, or by id if they are not on this computer. */
export function RelationCell({ field, value, context }: FieldCellProps<RelationField>) {
  const titles = itemsOf(value).map((item) => relationValue.text(field, item, context))
  return <CellText text={firstItems(titles, MOST_TITLES, context)} field={field} context={context} />
}

/** True if the input understands a value: all references are valid, and at most one for a single field. */
export function canEditRelation(field: RelationField, value: Json): boolean {
  if (isBlank(value)) return true
  const isReference = (item: Json) => relatedRef(field, item) !== null
  return field.hasMany ? Array.isArray(value) && value.every(isReference) : isReference(value)
}
