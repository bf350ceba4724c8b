import { valueType } from '../../shared/fields/field-type.ts'
import { CellText } from './cell-text.tsx'
import { cutText } from './cut-text.ts'
import { valueModule, type FieldCellProps } from './field-module.ts'

/** A value in a list of documents, as the web admin has it (A.4). */
export function FieldCell({ field, value, context }: FieldCellProps) {
  const module = valueModule(context.modules, field)
  if (module.Cell !== undefined) return <module.Cell field={field} value={value} context={context} />
  const text = valueType(context.types, field).text(field, value, context)
  // In one line, as it is drawn: a text may begin with empty ones.
  return (
    <CellText
      text={cutText(text.replaceAll(/\s+/g, ' ').trim())}
      field={field}
      context={context}
      figures={module.column?.figures ?? false}
    />
  )
}
