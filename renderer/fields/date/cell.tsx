import type { DateField } from '../../../shared/cms/schema-model.ts'
import { date } from '../../../shared/fields/date/date.ts'
import { CellText } from '../cell-text.tsx'
import type { FieldCellProps } from '../field-module.ts'

/** Without a date it stays blank (A.4). */
export function DateCell({ field, value, context }: FieldCellProps<DateField>) {
  const text = date.text(field, value, context)
  return text === '' ? null : <CellText text={text} field={field} context={context} figures />
}
