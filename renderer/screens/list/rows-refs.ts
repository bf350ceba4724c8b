import { getValue } from '../../../shared/document/path.ts'
import type { Field } from '../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { relatedRefs, type RelatedRef } from '../../data/related-refs.ts'
import type { Column } from './columns.ts'

/** The documents that the relationship columns of these rows point at. */
export function rowsRefs(
  fields: Field[],
  columns: readonly Column[],
  rows: readonly ListRow[],
  locale: string | null,
): RelatedRef[] {
  return columns.flatMap((column) => {
    if (column.kind !== 'field') return []
    const { node, path } = column
    if (node.type !== 'relationship' && node.type !== 'upload') return []
    return rows.flatMap(({ data }) => relatedRefs(node, getValue(fields, data, path, locale)))
  })
}
