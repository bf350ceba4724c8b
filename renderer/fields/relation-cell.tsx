import type { RelationField } from '../../shared/cms/schema-model.ts'
import { relationValue } from '../../shared/fields/relations.ts'
import { itemsOf } from '../../shared/fields/value-rules.ts'
import { CellText } from './cell-text.tsx'
import type { FieldCellProps } from './field-module.ts'
import { firstItems } from './first-items.ts'

const MOST_TITLES = 3

/** Related documents by their titles, what is not on this computer by its id. */
export function RelationCell({ field, value, context }: FieldCellProps<RelationField>) {
  const titles = itemsOf(value).map((item) => relationValue.text(field, item, context))
  return <CellText text={firstItems(titles, MOST_TITLES, context)} field={field} context={context} />
}
