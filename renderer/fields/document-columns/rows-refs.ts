import { getValue } from '../../../shared/document/path.ts'
import type { Field } from '../../../shared/cms/schema-model.ts'
import { valueType, type FieldTypes } from '../../../shared/fields/field-type.ts'
import type { RelatedRef } from '../../../shared/fields/related-ref.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import type { Column } from './columns.ts'

/** The documents that these rows point at in these columns. */
export function rowsRefs(
  types: FieldTypes,
  fields: Field[],
  columns: readonly Column[],
  rows: readonly ListRow[],
  locale: string | null,
): RelatedRef[] {
  return columns.flatMap((column) => {
    if (column.kind !== 'field') return []
    const { node, path } = column
    const type = valueType(types, node)
    return rows.flatMap(({ data }) => type.refs(node, getValue(fields, data, path, locale)))
  })
}
