import type { ArrayField } from '../../../shared/cms/schema-model.ts'
import type { ValueFieldModule, FieldInputProps, FieldCellProps } from '../field-module.ts'
import { readableRows } from '../not-editable/readable-values.ts'
import { rowLines, rowsDiffText } from '../diff-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { RowsFieldInput } from '../rows/rows-field.tsx'
import { rowsOf } from '../../../shared/fields/value-rules.ts'
import { CellText } from '../cell-text.tsx'
import { rowCountText } from '../rows/row-labels.ts'

function ArrayCell({ field, value, context }: FieldCellProps<ArrayField>) {
  const { length } = rowsOf(value)
  const text = length === 0 ? '' : rowCountText(length, field.labels, context)
  return <CellText text={text} field={field} context={context} />
}

/** The input of an array: rows that all have the same fields (S3.01). */
function ArrayInput({ field, path }: FieldInputProps<ArrayField>) {
  const { t, label } = useT()
  return (
    <RowsFieldInput
      field={field}
      path={path}
      word={label(field.labels.singular) || t('general:row')}
      only={null}
    />
  )
}

export const array: ValueFieldModule<ArrayField> = {
  Input: ArrayInput,
  Cell: ArrayCell,
  diffText: (field, value, context) => rowsDiffText(value, (row) => rowLines(field.fields, row, context)),
  readable: (field, value, context) =>
    readableRows(field, value, context, () => ({ type: '', fields: field.fields })),
}
