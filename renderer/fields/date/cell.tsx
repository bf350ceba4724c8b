import type { DateField } from '../../../shared/cms/schema-model.ts'
import { date } from '../../../shared/fields/date/date.ts'
import type { TextContext } from '../../../shared/fields/field-type.ts'
import { CellText } from '../cell-text.tsx'
import type { FieldCellProps } from '../field-module.ts'

/** Without a date it stays blank (A.4). */
export function DateCell({ field, value, context }: FieldCellProps<DateField>) {
  const text = date.text(field, value, inShort(context))
  return text === '' ? null : <CellText text={text} field={field} context={context} figures />
}

/** Lists have room for the short form. */
export function inShort<Context extends TextContext>(context: Context): Context {
  return {
    ...context,
    formatDate: (iso, shape) => context.formatDate(iso, shape && { ...shape, isShort: true }),
  }
}
