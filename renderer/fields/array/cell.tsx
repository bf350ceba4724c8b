import type { ArrayField } from '../../../shared/cms/schema-model.ts'
import { rowsOf } from '../../../shared/fields/rows.ts'
import { CellText } from '../cell-text.tsx'
import type { FieldCellProps } from '../field-module.ts'
import { rowCountText } from '../row-count-text.ts'

export function ArrayCell({ field, value, context }: FieldCellProps<ArrayField>) {
  const { length } = rowsOf(value)
  const text = length === 0 ? '' : rowCountText(length, field.labels, context)
  return <CellText text={text} field={field} context={context} />
}
