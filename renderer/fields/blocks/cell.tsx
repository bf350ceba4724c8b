import type { BlocksField } from '../../../shared/cms/schema-model.ts'
import { blockLabel } from '../../../shared/fields/blocks/block-label.ts'
import { rowsOf } from '../../../shared/fields/rows.ts'
import { CellText } from '../cell-text.tsx'
import type { FieldCellProps } from '../field-module.ts'
import { firstItems } from '../first-items.ts'
import { rowsLabels } from '../rows/rows-labels.ts'
import { rowCountText } from '../row-count-text.ts'

const MOST_BLOCKS = 5

export function BlocksCell({ field, value, context }: FieldCellProps<BlocksField>) {
  const names = rowsOf(value).map((row) => blockLabel(field, row, context))
  const count = rowCountText(names.length, rowsLabels(field, context.t), context)
  const text = names.length === 0 ? '' : `${count} - ${firstItems(names, MOST_BLOCKS, context)}`
  return <CellText text={text} field={field} context={context} />
}
