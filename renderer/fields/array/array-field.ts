import type { ArrayField } from '../../../shared/cms/schema-model.ts'
import type { ValueFieldModule } from '../field-module.ts'
import { notEditable } from '../not-editable/not-editable-type.ts'
import { readableRows } from '../not-editable/readable-rows.ts'
import { rowLines } from '../row-lines.ts'
import { rowsDiffText } from '../rows-diff-text.ts'
import { ArrayCell } from './cell.tsx'

export const array: ValueFieldModule<ArrayField> = {
  ...notEditable,
  Cell: ArrayCell,
  diffText: (field, value, context) => rowsDiffText(value, (row) => rowLines(field.fields, row, context)),
  readable: (field, value, context) =>
    readableRows(field, value, context, () => ({ type: '', fields: field.fields })),
}
