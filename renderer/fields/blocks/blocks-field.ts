import { rowFields } from '../../../shared/cms/fields.ts'
import type { BlocksField } from '../../../shared/cms/schema-model.ts'
import { blockLabel } from '../../../shared/fields/blocks/block-label.ts'
import type { ValueFieldModule } from '../field-module.ts'
import { notEditable } from '../not-editable/not-editable-type.ts'
import { readableRows } from '../not-editable/readable-rows.ts'
import { rowLines } from '../row-lines.ts'
import { rowsDiffText } from '../rows-diff-text.ts'
import { BlocksCell } from './cell.tsx'

export const blocks: ValueFieldModule<BlocksField> = {
  ...notEditable,
  Cell: BlocksCell,
  diffText: (field, value, context) =>
    rowsDiffText(value, (row) => [
      blockLabel(field, row, context),
      ...rowLines(rowFields(field, row), row, context),
    ]),
  readable: (field, value, context) =>
    readableRows(field, value, context, (row) => ({
      type: blockLabel(field, row, context),
      fields: rowFields(field, row),
    })),
}
