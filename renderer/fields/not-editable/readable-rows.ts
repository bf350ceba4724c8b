import { rowId } from '../../../shared/cms/fields.ts'
import type { Field, RowsField } from '../../../shared/cms/schema-model.ts'
import { rowLabel } from '../../../shared/document/row-label.ts'
import { rowsOf } from '../../../shared/fields/rows.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import type { ValueContext } from '../field-module.ts'
import { rowCountText } from '../row-count-text.ts'
import { readableCode } from './readable-value.ts'
import type { Readable, ReadableRow } from './readable.ts'

export const MAX_ROWS = 20

/** The first rows, each by its number and what it is recognised by; `describe` knows the fields and the type of one. */
export function readableRows(
  { labels }: Pick<RowsField, 'labels'>,
  value: Json,
  context: ValueContext,
  describe: (row: JsonObject) => { type: string; fields: Field[] | null },
): Readable {
  if (!Array.isArray(value)) return readableCode(value)
  const all = rowsOf(value)
  const rows = all.slice(0, MAX_ROWS).map((row, index): ReadableRow => {
    const { type, fields } = describe(row)
    return {
      id: rowId(row) ?? String(index),
      number: String(index + 1).padStart(2, '0'),
      type,
      text: rowLabel(context.types, fields, row, context),
    }
  })
  return {
    kind: 'rows',
    rows,
    count: rowCountText(all.length, labels, context),
    more: all.length - rows.length,
  }
}
