import { getValue, joinPath, parentPath } from '../../../shared/document/path.ts'
import { refId, isTempId } from '../../../shared/cms/doc-ref.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import type { Json } from '../../../shared/json.ts'
import { useT } from '../../i18n/use-t.ts'
import { FieldCell } from '../cell-text.tsx'
import { FolderCell } from '../folder/folder-cell.tsx'
import { Ago } from '../../ui/moment/moment.tsx'
import { StatusDot } from '../../ui/status-dot/status-dot.tsx'
import cellStyles from '../cell-text.module.css'
import { Thumbnail } from '../thumbnail/thumbnail.tsx'
import type { CellContext } from './use-cell-context.ts'
import type { Column } from './columns.ts'

type ListCellProps = { row: ListRow; column: Column; context: CellContext; lead?: boolean }

/**
 * The content of one cell; that of the lead cell is the text of the link to the document, with a picture before it.
 */
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
      const { fields, folderField } = context.collection
      if (!lead && column.path === folderField) return <FolderCell row={row} context={context} />
      let value = getValue(fields, row.data, column.path, context.locale)
      // A title falls back on other locales; other cells show only this locale.
      for (const code of lead ? context.fallbacks : []) {
        if (!isEmpty(value)) break
        value = getValue(fields, row.data, column.path, code)
      }
      if (isSizeOfFile(column, context) && typeof value === 'number') return <SizeOfFile bytes={value} />
      return <FieldCell field={column.node} value={value} context={withZone(row, column, context)} />
    }
  }
}

/** Returns the context of a cell; for a date with a time zone, `beside` finds the stored zone. */
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

/** True for the file size stored by the server, which has no field of the site. */
function isSizeOfFile({ path }: Column, { collection }: CellContext): boolean {
  return path === 'filesize' && collection.upload !== false
}

function SizeOfFile({ bytes }: { bytes: number }) {
  return <bdi>{useT().formatSize(bytes)}</bdi>
}

function TimeOf({ iso }: { iso: Json | undefined }) {
  return typeof iso === 'string' ? <Ago iso={iso} /> : null
}

function isEmpty(value: Json): boolean {
  return value === null || value === ''
}
