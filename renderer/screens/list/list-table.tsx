import { memo, useCallback, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import { refId, refKey } from '../../../shared/cms/doc-ref.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { MarginBar } from '../../ui/margin-bar/margin-bar.tsx'
import { ListCell, type CellContext } from './list-cell.tsx'
import { ColumnHead } from './column-head.tsx'
import type { Column, ColumnWidth } from './columns.ts'
import { sortDirection } from './list-params.ts'
import { RowSync, rowBar } from './row-sync.tsx'
import styles from './list-table.module.css'

export type ListTableProps = {
  /** Names the table. */
  label: string
  columns: Column[]
  rows: ListRow[]
  sort: string
  onSort: (column: Column) => void
  /** Address of a row's document. */
  hrefOf: (row: ListRow) => string
  context: CellContext
  /** The server cannot be asked: rows that are not here whole say so. */
  offline: boolean
}

/** One page of documents. One row is in the tab order; arrows, Home and End move in it, Enter opens. */
export function ListTable(props: ListTableProps) {
  const { columns, rows, sort } = props
  const { t } = useT()
  const [active, setActive] = useState<string | null>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const activeKey = rows.some((row) => refKey(row.ref) === active) ? active : rows[0] && refKey(rows[0].ref)

  const move = useCallback((event: KeyboardEvent<HTMLAnchorElement>, index: number): void => {
    const links = body.current?.querySelectorAll<HTMLAnchorElement>('a[data-row]')
    const last = (links?.length ?? 0) - 1
    const targets: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last }
    const target = targets[event.key]
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    links?.[Math.min(Math.max(0, target), last)]?.focus()
  }, [])

  return (
    <div className={styles['scroll']}>
      <table
        aria-label={props.label}
        className={styles['table']}
        style={{
          ['--min-wide' as string]: `${String(minWidth(columns))}rem`,
          ['--min-narrow' as string]: `${String(minWidth(columns.filter(isShownNarrow)))}rem`,
        }}
      >
        <colgroup>
          {columns.map((column, index) => (
            <col key={column.path} className={columnClass(column, index)} />
          ))}
          <col className={styles['w-sync']} />
        </colgroup>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <ColumnHead
                key={column.path}
                label={props.context.columnLabel(column)}
                direction={sortDirection(sort, column.path)}
                onSort={column.sortable ? () => props.onSort(column) : null}
                className={columnClass(column, index)}
              />
            ))}
            <th scope="col" className={styles['w-sync']}>
              <span className={styles['narrow-hidden-text']}>{t('galley:list.sync')}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, index) => {
            const key = refKey(row.ref)
            return (
              <TableRow
                key={key}
                row={row}
                index={index}
                href={props.hrefOf(row)}
                columns={columns}
                context={props.context}
                offline={props.offline}
                inTabOrder={key === activeKey}
                onFocus={setActive}
                onKeyDown={move}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type TableRowProps = Pick<ListTableProps, 'columns' | 'context' | 'offline'> & {
  row: ListRow
  index: number
  href: string
  inTabOrder: boolean
  onFocus: (key: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLAnchorElement>, index: number) => void
}

/** Drawn again only when something about this row has changed, not when another one is focused or read anew. */
const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, columns, context } = props
  return (
    <tr>
      {columns.map((column, position) =>
        position === 0 ? (
          <td key={column.path} className={cx(styles['lead'], columnClass(column, 0))}>
            <MarginBar state={rowBar(row.state)} className={styles['bar']} />
            <Link
              data-row={refId(row.ref)}
              to={props.href}
              className={styles['link']}
              tabIndex={props.inTabOrder ? 0 : -1}
              onFocus={() => props.onFocus(refKey(row.ref))}
              onKeyDown={(event) => props.onKeyDown(event, props.index)}
            >
              <ListCell row={row} column={column} context={context} lead />
            </Link>
          </td>
        ) : (
          <td key={column.path} className={columnClass(column, position)}>
            <ListCell row={row} column={column} context={context} />
          </td>
        ),
      )}
      <td className={styles['w-sync']}>
        <RowSync row={row} offline={props.offline} />
      </td>
    </tr>
  )
})

/** Narrow windows show the title and what Galley itself knows of a document. */
function isShownNarrow(column: Column, index: number): boolean {
  return index === 0 || column.kind !== 'field'
}

type Width = 'lead' | 'status' | ColumnWidth

/** Widths in rem, as in the style sheet; below their sum the table scrolls inside its frame. */
const REM: Readonly<Record<Width, number>> = { lead: 16, status: 6.5, date: 14, text: 13, field: 9 }

function widthOf(column: Column, index: number): Width {
  if (index === 0) return 'lead'
  switch (column.kind) {
    case 'field':
      return column.width
    case 'status':
      return 'status'
    case 'created':
    case 'updated':
      return 'date'
    case 'id':
      return 'field'
  }
}

function columnClass(column: Column, index: number): string {
  return cx(
    styles[`w-${widthOf(column, index)}`],
    index > 0 && !isShownNarrow(column, index) && styles['wide-only'],
  )
}

/** In rem without the Sync column. */
function minWidth(columns: Column[]): number {
  return columns.reduce((sum, column, index) => sum + REM[widthOf(column, index)], 0)
}
