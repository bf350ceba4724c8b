import { Fragment, memo, useCallback, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { refId, refKey } from '../../../shared/cms/doc-ref.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { LockMark } from '../../ui/lock-mark/lock-mark.tsx'
import { ScheduleMark } from '../../ui/schedule-mark/schedule-mark.tsx'
import { MarginBar } from '../../ui/margin-bar/margin-bar.tsx'
import { useRowWindow } from '../../ui/row-window/use-row-window.ts'
import type { CellContext } from '../document-columns/cell-context.ts'
import { ListCell } from '../document-columns/list-cell.tsx'
import { PageCheckbox, RowCheckbox } from '../document-rows/row-checkbox.tsx'
import { RowMenuButton } from '../document-rows/row-menu-button.tsx'
import type { Look, Point } from '../document-rows/use-row-focus.ts'
import type { RowSelection } from '../document-rows/use-selected-rows.ts'
import { useTableRows } from '../document-rows/use-table-rows.tsx'
import { MOVE_KEYS } from '../order/move-keys.ts'
import { OrderHandle, OrderSort, type OrderSortProps } from '../order/order-handle.tsx'
import type { Order } from '../order/use-order.ts'
import { useOrderDrag } from '../order/use-order-drag.ts'
import orderStyles from '../order/order.module.css'
import { ColumnHead, type SortDirection } from '../../ui/table/column-head.tsx'
import type { Column } from '../document-columns/columns.ts'
import { columnSamples } from '../document-columns/column-samples.ts'
import type { ColumnWidths } from '../../data/preferences.ts'
import { useKeptPlace, useKeptScroll } from '../../data/kept-place.ts'
import { sortDirection } from '../../data/list-sort.ts'
import { GroupHeadRow, GroupRestRow, type GroupHead } from './group-rows.tsx'
import { RowSync, rowBar } from './row-sync.tsx'
import plain from '../../ui/table/plain-table.module.css'
import styles from '../../ui/table/table.module.css'

export type ListTableProps = {
  /** Names the table. */
  label: string
  columns: Column[]
  /** Somebody chose these columns: narrow windows show them too, and scroll. */
  areChosen: boolean
  rows: ListRow[]
  sort: string
  onSort: (column: Column) => void
  /** Address of a row's document; null: it cannot be opened, and a click on the row chooses it. */
  hrefOf: (row: ListRow) => string | null
  context: CellContext
  titleOf: (row: ListRow) => string
  /** The rows that are chosen, and what chooses one; null: there is nothing to choose them for. */
  selection: RowSelection | null
  /** What can be done with the document of a row. */
  itemsOf: (row: ListRow) => MenuItemSpec[]
  /** How the list is sorted by the order that people make, and what does so; null: it has none. */
  ownOrder: OrderSortProps | null
  /** What moves its rows; null: they cannot be moved now. */
  order: Order | null
  /** Shows the file of a row large; null: it has none. */
  onLook?: Look | null
  /** The server cannot be asked: rows that are not here whole say so. */
  offline: boolean
  /** Who else edits a document, by its id. */
  locks: ReadonlyMap<string, string>
  /** What the server does with a document next, by its id. */
  schedules: ReadonlyMap<string, string>
  /** The groups that the rows are in, in their order; null: they are in none. */
  groups: TableGroups | null
  /** How wide columns are that somebody has drawn, and what draws one; the first has what the others leave. */
  widths?: ColumnWidths
  onWidth?: (path: string, width: number | null) => void
  /** The last column, where it does not tell of sending. */
  last?: LastColumn
}

export type LastColumn = {
  label: string
  direction: SortDirection | null
  onSort: () => void
  /** Texts among which is one as wide as any that it shows. */
  samples: readonly string[]
  /** The same function at each draw. */
  cell: (row: ListRow) => ReactNode
}

export type TableGroups = {
  heads: readonly GroupHead[]
  onToggle: (key: string | null) => void
  /** Address of the list of one group alone. */
  hrefOf: (head: GroupHead) => string
}

/** What the table draws, one below the other. */
type Item = { row: number } | { head: GroupHead } | { rest: GroupHead }

function drawn(count: number, groups: TableGroups | null): Item[] {
  if (groups === null) return Array.from({ length: count }, (_, row) => ({ row }))
  return groups.heads.flatMap((head): Item[] => [
    { head },
    ...Array.from({ length: head.shown }, (_, index) => ({ row: head.at + index })),
    ...(head.isOpen && head.shown > 0 && head.count > head.shown ? [{ rest: head }] : []),
  ])
}

/** One page of documents, of which those rows are drawn that are seen; the one that is in the tab order always is. */
export function ListTable(props: ListTableProps) {
  const { columns, rows, sort, areChosen, context, groups } = props
  const items = useMemo(() => drawn(rows.length, groups), [rows.length, groups])
  const words = useT()
  const { t } = words
  const heads = useMemo(
    () =>
      columns.map((column, index) => ({
        column,
        // The first column has the room that the others leave.
        samples: index === 0 ? [] : columnSamples(column, words, context),
      })),
    [columns, words, context],
  )
  const { widths, onWidth } = props
  const sized = (path: string) => ({
    width: widths?.[path] ?? null,
    ...(onWidth !== undefined && { onWidth: (width: number | null) => onWidth(path, width) }),
  })
  const scroll = useRef<HTMLDivElement>(null)
  const { back, keep } = useKeptPlace()
  const { body, bodyProps, activeIndex, onMenu, select, keysId, beside } = useTableRows({
    rows,
    titleOf: props.titleOf,
    itemsOf: props.itemsOf,
    opens: rows.some((row) => props.hrefOf(row) !== null),
    selection: props.selection,
    order: props.order,
    before: back?.row ?? null,
    onFocus: (row) => keep({ row }),
    onLook: props.onLook ?? null,
  })
  const { line, onGrab } = useOrderDrag(body, rows, props.order)
  useKeptScroll(scroll)
  const shown = useRowWindow({
    count: items.length,
    scroll,
    body,
    pinned: items.findIndex((item) => 'row' in item && item.row === activeIndex),
    top: back?.top ?? 0,
  })
  const grab = useRef(onGrab)
  useLayoutEffect(() => {
    grab.current = onGrab
  })
  const take = useCallback((id: string, handle: Element): void => grab.current(id, handle), [])

  return (
    <div ref={scroll} className={cx(plain['scroll'], styles['scroll'])}>
      {beside}
      <table
        aria-label={props.label}
        aria-describedby={keysId}
        aria-rowcount={items.length + 1}
        className={cx(plain['table'], styles['table'])}
      >
        <thead>
          <tr aria-rowindex={1}>
            {heads.map(({ column, samples }, index) => (
              <ColumnHead
                key={column.path}
                name={column.path}
                label={context.columnLabel(column)}
                direction={sortDirection(sort, column.path)}
                onSort={column.sortable ? () => props.onSort(column) : null}
                className={cx(
                  headClass(column, index, samples.length > 0),
                  cellClass(column, index, areChosen),
                )}
                samples={samples}
                {...(index > 0 && sized(column.path))}
                before={
                  index === 0 && (
                    <>
                      {props.ownOrder !== null && <OrderSort {...props.ownOrder} />}
                      {props.selection !== null && <PageCheckbox rows={rows} selection={props.selection} />}
                    </>
                  )
                }
              />
            ))}
            {props.last === undefined ? (
              <th scope="col" className={styles['w-sync']}>
                <span className={styles['narrow-hidden-text']}>{t('galley:list.sync')}</span>
              </th>
            ) : (
              <ColumnHead
                label={props.last.label}
                direction={props.last.direction}
                onSort={props.last.onSort}
                samples={props.last.samples}
              />
            )}
          </tr>
        </thead>
        <tbody ref={body} className={plain['rows']} {...bodyProps}>
          {shown.rows.map(({ index: at, gap }) => {
            const item = items[at]
            if (item === undefined) return null
            if (!('row' in item)) {
              const head = 'head' in item ? item.head : item.rest
              const of = { head, rowIndex: at + 2, columns: columns.length + 1 }
              const name = `${'head' in item ? 'head' : 'rest'} ${JSON.stringify(head.key)}`
              return (
                <Fragment key={name}>
                  {gap > 0 && <Gap height={gap} columns={columns.length + 1} />}
                  {'head' in item ? (
                    <GroupHeadRow {...of} onToggle={() => groups?.onToggle(head.key)} />
                  ) : (
                    <GroupRestRow {...of} href={groups?.hrefOf(head) ?? ''} />
                  )}
                </Fragment>
              )
            }
            const index = item.row
            const row = rows[index]
            if (row === undefined) return null
            const key = refKey(row.ref)
            return (
              <Fragment key={key}>
                {gap > 0 && <Gap height={gap} columns={columns.length + 1} />}
                <TableRow
                  row={row}
                  rowIndex={at + 2}
                  href={props.hrefOf(row)}
                  columns={columns}
                  areChosen={areChosen}
                  context={context}
                  offline={props.offline}
                  last={props.last?.cell ?? null}
                  lockedBy={props.locks.get(refKey(row.ref)) ?? null}
                  scheduled={props.schedules.get(refId(row.ref)) ?? null}
                  selected={props.selection?.ids.has(refId(row.ref)) ?? null}
                  onSelect={select}
                  title={props.titleOf(row)}
                  onGrab={props.order?.isMovable(row) === true ? take : null}
                  line={line?.id === refId(row.ref) ? line.at : null}
                  inTabOrder={index === activeIndex}
                  onMenu={onMenu}
                />
              </Fragment>
            )
          })}
          {shown.rest > 0 && <Gap height={shown.rest} columns={columns.length + 1} />}
        </tbody>
      </table>
    </div>
  )
}

/** In place of rows that are not drawn. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden="true" className={styles['gap']}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing is in it */}
      <td colSpan={columns} style={{ blockSize: height }} />
    </tr>
  )
}

type TableRowProps = Pick<ListTableProps, 'columns' | 'areChosen' | 'context' | 'offline'> & {
  row: ListRow
  rowIndex: number
  href: string | null
  /** What stands in the last column; null: what is to be told of sending. */
  last: LastColumn['cell'] | null
  /** Who else edits it. */
  lockedBy: string | null
  scheduled: string | null
  /** null: rows are not chosen. */
  selected: boolean | null
  onSelect: RowSelection['onSelect']
  title: string
  /** Takes the row by its handle; null: it cannot be moved. */
  onGrab: ((id: string, handle: Element) => void) | null
  /** On which side of it what is dragged would go. */
  line: 'above' | 'below' | null
  inTabOrder: boolean
  onMenu: (id: string, at: Point) => void
}

/** Drawn again only when something about this row has changed, not when another one is focused or read anew. */
const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, columns, areChosen, context } = props
  return (
    <tr
      aria-rowindex={props.rowIndex}
      data-row={refId(row.ref)}
      {...(props.selected !== null && { 'aria-selected': props.selected })}
      className={cx(
        props.selected === true && styles['selected'],
        props.line !== null && orderStyles[props.line],
      )}
    >
      {columns.map((column, position) =>
        position === 0 ? (
          <td key={column.path} className={styles['lead']}>
            <MarginBar state={rowBar(row.state)} className={styles['bar']} />
            <span data-head="" className={styles['lead-cell']}>
              {props.onGrab !== null && (
                <OrderHandle id={refId(row.ref)} title={props.title} onGrab={props.onGrab} />
              )}
              {props.selected !== null && (
                <RowCheckbox
                  id={refId(row.ref)}
                  title={props.title}
                  selected={props.selected}
                  onSelect={props.onSelect}
                />
              )}
              {props.lockedBy !== null && <LockMark name={props.lockedBy} />}
              {props.scheduled !== null && <ScheduleMark words={props.scheduled} />}
              {props.href === null ? (
                <ListCell row={row} column={column} context={context} lead />
              ) : (
                <Link
                  data-open=""
                  to={props.href}
                  className={styles['link']}
                  tabIndex={props.inTabOrder ? 0 : -1}
                  {...(props.onGrab !== null && { 'aria-keyshortcuts': MOVE_KEYS })}
                >
                  <ListCell row={row} column={column} context={context} lead />
                </Link>
              )}
              <RowMenuButton
                id={refId(row.ref)}
                title={props.title}
                inTabOrder={props.inTabOrder}
                onMenu={props.onMenu}
              />
            </span>
          </td>
        ) : (
          <td key={column.path} className={cellClass(column, position, areChosen)}>
            <ListCell row={row} column={column} context={context} />
          </td>
        ),
      )}
      <td>{props.last === null ? <RowSync row={row} offline={props.offline} /> : props.last(row)}</td>
    </tr>
  )
})

/** Where nothing was chosen, narrow windows show the title and what Galley itself knows of a document. */
function isShownNarrow(column: Column, index: number): boolean {
  return index === 0 || column.kind !== 'field'
}

function cellClass(column: Column, index: number, isChosen: boolean): string {
  return cx(!isChosen && !isShownNarrow(column, index) && styles['wide-only'])
}

/** Where samples say how wide the column is, the style sheet need not. */
function headClass(column: Column, index: number, isSampled: boolean): string | undefined {
  if (index === 0) return styles['w-lead']
  if (column.kind === 'status') return styles['w-status']
  if (isSampled) return undefined
  return styles[`w-${column.kind === 'field' ? column.width : 'field'}`]
}
