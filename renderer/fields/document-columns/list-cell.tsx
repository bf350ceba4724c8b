import { getValue, joinPath, parentPath } from '../../../shared/document/path.ts'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import type { Json } from '../../../shared/json.ts'
import { isTempId } from '../../../shared/sync/temp-id.ts'
import { FieldCell } from '../field-cell.tsx'
import type { ValueContext } from '../field-module.ts'
import { Ago } from '../../ui/ago/ago.tsx'
import { StatusDot } from '../../ui/status-dot/status-dot.tsx'
import cellStyles from '../cell-text.module.css'
import type { Pictured } from '../thumbnail/pictured.ts'
import { Thumbnail } from '../thumbnail/thumbnail.tsx'
import type { Column } from './columns.ts'

export type CellContext = ValueContext & {
  collection: Collection
  locale: string | null
  /** Shown where the locale has no value of a title. */
  fallbackLocale: string | null
  columnLabel: (column: Column) => string
  /** What stands before the title of a row, null for a place without a picture; null: these documents have none. */
  picture: ((row: ListRow) => Pictured | null) | null
}

type ListCellProps = { row: ListRow; column: Column; context: CellContext; lead?: boolean }

/** What one cell shows; the lead cell is the text of the link to the document, with a picture before it. */
export function ListCell(props: ListCellProps) {
  const { row, context, lead = false } = props
  if (!lead || context.picture === null) return <CellValue {...props} />
  return (
    <span className={cellStyles['pictured']}>
      <Thumbnail of={context.picture(row)} size="row" />
      <span className={cellStyles['words']}>
        <CellValue {...props} />
      </span>
    </span>
  )
}

function CellValue({ row, column, context, lead = false }: ListCellProps) {
  switch (column.kind) {
    case 'status':
      return row.status === null ? null : <StatusDot status={row.status} />
    case 'created':
    case 'updated':
      return <TimeOf iso={row.data[column.path]} />
    case 'id': {
      const id = refId(row.ref)
      return (
        <bdi>{isTempId(id) ? context.t('galley:list.newDocument') : context.t('galley:list.id', { id })}</bdi>
      )
    }
    case 'field': {
      const { fields } = context.collection
      let value = getValue(fields, row.data, column.path, context.locale)
      // A title that this locale lacks is better than none; other cells say what the locale holds.
      if (lead && isEmpty(value) && context.fallbackLocale !== null)
        value = getValue(fields, row.data, column.path, context.fallbackLocale)
      return <FieldCell field={column.node} value={value} context={withZone(row, column, context)} />
    }
  }
}

/** A date is written in the time zone that is stored beside it. */
function withZone(
  row: ListRow,
  { path, node }: Column & { kind: 'field' },
  context: CellContext,
): CellContext {
  if (node.type !== 'date' || !node.timezone) return context
  const { parent } = parentPath(path)
  const { fields } = context.collection
  return {
    ...context,
    beside: (name) => getValue(fields, row.data, joinPath(parent, name), context.locale),
  }
}

function TimeOf({ iso }: { iso: Json | undefined }) {
  return typeof iso === 'string' ? <Ago iso={iso} /> : null
}

function isEmpty(value: Json): boolean {
  return value === null || value === ''
}
