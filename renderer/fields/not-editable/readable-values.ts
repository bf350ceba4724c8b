import { valueType, type FieldWithValue } from '../../../shared/fields/field-type.ts'
import { isBlank, itemsOf, rowsOf } from '../../../shared/fields/value-rules.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { valueModule, type ValueContext, type Readable, type ReadableRow } from '../field-module.ts'
import { rowId } from '../../../shared/cms/fields.ts'
import type { Field, RowsField } from '../../../shared/cms/schema-model.ts'
import { rowLabel } from '../../../shared/document/row-label.ts'
import { rowCountText } from '../rows/row-labels.ts'

/** Most characters shown: opening a large document must not wait for values that nobody can edit here. */
export const MAX_CODE = 2000

/** Returns a read-only view of a field's value. */
export function readableValue(field: FieldWithValue, value: Json, context: ValueContext): Readable {
  if (isBlank(value)) return { kind: 'empty' }
  const own = valueModule(context.modules, field).readable?.(field, value, context)
  if (own !== undefined) return own
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return readableItems(field, value, context)
  return typeof value === 'object' ? readableCode(value) : readableLine(field, value, context)
}

export function readableLine(field: FieldWithValue, value: Json, context: ValueContext): Readable {
  return { kind: 'line', text: valueType(context.types, field).text(field, value, context) }
}

/** Returns each value as text. */
export function readableItems(field: FieldWithValue, value: Json, context: ValueContext): Readable {
  const type = valueType(context.types, field)
  return { kind: 'items', items: itemsOf(value).map((item) => type.text(field, item, context)) }
}

export function readableCode(value: Json): Readable {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return { kind: 'code', text: text.slice(0, MAX_CODE), cut: text.length > MAX_CODE }
}

export const MAX_ROWS = 20

/**
 * Returns the first rows of a list, each by number and label. `describe`: tells the type and the fields of a
 * row.
 */
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
