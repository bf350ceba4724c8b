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
import type { CellContext } from '../document-columns/use-cell-context.ts'
import { ListCell } from '../document-columns/list-cell.tsx'
import { PageCheckbox, RowCheckbox } from '../document-rows/row-checkbox.tsx'
import { RowMenuButton } from '../document-rows/row-menu-button.tsx'
import type { Look, Point } from '../document-rows/use-row-focus.ts'
import type { RowSelection } from '../document-rows/use-selected-rows.ts'
import { useTableRows } from '../document-rows/use-table-rows.tsx'
import { MOVE_KEYS, type Order } from '../order/use-order.ts'
import { OrderHandle, OrderSort, type OrderSortProps } from '../order/order-handle.tsx'
import { useOrderDrag } from '../order/use-order-drag.ts'
import orderStyles from '../order/order.module.css'
import { ColumnHead, type SortDirection } from '../../ui/table/column-head.tsx'
import type { Column } from '../document-columns/columns.ts'
import { columnSamples } from '../document-columns/column-labels.ts'
import type { ColumnWidths } from '../../data/preferences.ts'
import { useKeptPlace, useKeptScroll } from '../../data/kept-place.ts'
import { sortDirection } from '../../data/list-sort.ts'
import { GroupHeadRow, GroupRestRow, type GroupHead } from './group-rows.tsx'
import { RowSync, rowBar } from './row-sync.tsx'
import plain from '../../ui/table/plain-table.module.css'
import styles from '../../ui/table/table.module.css'

export type ListTableProps = {
  /** Accessible name of the table. */
  label: string
  columns: Column[]
  /** True if a person chose these columns: narrow windows show them too, and scroll. */
  areChosen: boolean
  rows: ListRow[]
  sort: string
  onSort: (column: Column) => void
  /** Returns the address of a row's document; null: it cannot be opened, and a click selects the row. */
  hrefOf: (row: ListRow) => string | null
  context: CellContext
  titleOf: (row: ListRow) => string
  /** The selected rows and the function that selects; null: rows cannot be selected. */
  selection: RowSelection | null
  /** Returns the menu of a row's document. */
  itemsOf: (row: ListRow) => MenuItemSpec[]
  /** Sorting by the manual order; null: the list has none. */
  ownOrder: OrderSortProps | null
  /** Moves rows; null: they cannot be moved now. */
  order: Order | null
  /** Shows the file of a row large; null: rows have none. */
  onLook?: Look | null
  /** True if the server cannot be asked: incomplete rows say so. */
  offline: boolean
  /** Names of the lock holders, by `refKey`. */
  locks: ReadonlyMap<string, string>
  /** The server's next scheduled actions, by document id. */
  schedules: ReadonlyMap<string, string>
  /** The groups of the rows, in order; null: the list is not grouped. */
  groups: TableGroups | null
  /** Column widths that a person set, and their setter; the first column fills the rest. */
  widths?: ColumnWidths
  onWidth?: (path: string, width: number | null) => void
  /** Replaces the last column, which shows unsent edits. */
  last?: LastColumn
}

export type LastColumn = {
  label: string
  direction: SortDirection | null
  onSort: () => void
  /** Sample texts, the widest of which is as wide as any in the column. */
  samples: readonly string[]
  /** Must be the same function in each render. */
  cell: (row: ListRow) => ReactNode
}

export type TableGroups = {
  heads: readonly GroupHead[]
  onToggle: (key: string | null) => void
  /** Returns the address of the list of one group alone. */
  hrefOf: (head: GroupHead) => string
}

/** A line of the table: a row by its index, the head of a group, or the link to the rest of a group. */
type Item = { row: number } | { head: GroupHead } | { rest: GroupHead }

function drawn(count: number, groups: TableGroups | null): Item[] {
  if (groups === null) return Array.from({ length: count }, (_, row) => ({ row }))
  return groups.heads.flatMap((head): Item[] => [
    { head },
    ...Array.from({ length: head.shown }, (_, index) => ({ row: head.at + index })),
    ...(head.isOpen && head.shown > 0 && head.count > head.shown ? [{ rest: head }] : []),
  ])
}

/** A page of documents as a table. Only visible rows are drawn, and always the one in the tab order. */
export function ListTable(props: ListTableProps) {
  const { columns, rows, areChosen, context, groups } = props
  const items = useMemo(() => drawn(rows.length, groups), [rows.length, groups])
  const { scroll, table, line, onGrab, shown } = useTableLines(props, items)
  const { body, activeIndex, onMenu, select } = table

  return (
    <div ref={scroll} className={cx(plain['scroll'], styles['scroll'])}>
      {table.beside}
      <table
        aria-label={props.label}
        aria-describedby={table.keysId}
        aria-rowcount={items.length + 1}
        className={cx(plain['table'], styles['table'])}
      >
        <TableHead {...props} />
        <tbody ref={body} className={plain['rows']} {...table.bodyProps}>
          {shown.rows.map(({ index: at, gap }) => {
            const item = items[at]
            if (item === undefined) return null
            if (!('row' in item)) {
              const head = 'head' in item ? item.head : item.rest
              const name = `${'head' in item ? 'head' : 'rest'} ${JSON.stringify(head.key)}`
              return (
                <GroupLine
                  key={name}
                  item={item}
                  rowIndex={at + 2}
                  gap={gap}
                  columns={columns.length + 1}
                  groups={groups}
                />
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
                  onGrab={props.order?.isMovable(row) === true ? onGrab : null}
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

/** The lines of the table that are drawn, with the focus, the dragging and the scroll position. */
function useTableLines(props: ListTableProps, items: readonly Item[]) {
  const { rows } = props
  const scroll = useRef<HTMLDivElement>(null)
  const { back, keep } = useKeptPlace()
  const table = useTableRows({
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
  const { line, onGrab } = useOrderDrag(table.body, rows, props.order)
  useKeptScroll(scroll)
  const shown = useRowWindow({
    count: items.length,
    scroll,
    body: table.body,
    pinned: items.findIndex((item) => 'row' in item && item.row === table.activeIndex),
    top: back?.top ?? 0,
  })
  const grab = useRef(onGrab)
  useLayoutEffect(() => {
    grab.current = onGrab
  })
  const take = useCallback((id: string, handle: Element): void => grab.current(id, handle), [])
  return { scroll, table, line, onGrab: take, shown }
}

type TableHeadProps = Pick<
  ListTableProps,
  | 'columns'
  | 'rows'
  | 'sort'
  | 'onSort'
  | 'areChosen'
  | 'context'
  | 'widths'
  | 'onWidth'
  | 'ownOrder'
  | 'selection'
  | 'last'
>

/** The heads of the columns, by which the table is sorted. */
function TableHead(props: TableHeadProps) {
  const { columns, rows, sort, areChosen, context, widths, onWidth } = props
  const words = useT()
  const { t } = words
  const heads = useMemo(
    () =>
      columns.map((column, index) => ({
        column,
        // The first column has no samples, since it fills the rest of the width.
        samples: index === 0 ? [] : columnSamples(column, words, context),
      })),
    [columns, words, context],
  )
  const sized = (path: string) => ({
    width: widths?.[path] ?? null,
    ...(onWidth !== undefined && { onWidth: (width: number | null) => onWidth(path, width) }),
  })
  return (
    <thead>
      <tr aria-rowindex={1}>
        {heads.map(({ column, samples }, index) => (
          <ColumnHead
            key={column.path}
            name={column.path}
            label={context.columnLabel(column)}
            direction={sortDirection(sort, column.path)}
            onSort={column.sortable ? () => props.onSort(column) : null}
            className={cx(headClass(column, index, samples.length > 0), cellClass(column, index, areChosen))}
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
  )
}

type GroupLineProps = {
  item: Exclude<Item, { row: number }>
  rowIndex: number
  /** Height of the rows above that are not drawn, in px. */
  gap: number
  columns: number
  groups: TableGroups | null
}

/** The head of a group, or the line that leads to the rest of it. */
function GroupLine({ item, rowIndex, gap, columns, groups }: GroupLineProps) {
  const head = 'head' in item ? item.head : item.rest
  const of = { head, rowIndex, columns }
  return (
    <>
      {gap > 0 && <Gap height={gap} columns={columns} />}
      {'head' in item ? (
        <GroupHeadRow {...of} onToggle={() => groups?.onToggle(head.key)} />
      ) : (
        <GroupRestRow {...of} href={groups?.hrefOf(head) ?? ''} />
      )}
    </>
  )
}

/** Takes the place of rows that are not drawn. */
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
  /** Renders the last column; null: the state of unsent edits. */
  last: LastColumn['cell'] | null
  /** Name of the lock holder. */
  lockedBy: string | null
  scheduled: string | null
  /** Null: rows cannot be selected. */
  selected: boolean | null
  onSelect: RowSelection['onSelect']
  title: string
  /** Starts dragging the row; null: it cannot be moved. */
  onGrab: ((id: string, handle: Element) => void) | null
  /** The side on which a dragged row would be dropped. */
  line: 'above' | 'below' | null
  inTabOrder: boolean
  onMenu: (id: string, at: Point) => void
}

/** Memoized: redrawn only when this row changed, not when another one is focused or read again. */
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
                  inTabOrder={props.inTabOrder && props.href === null}
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

/** True for the first column and for id, status and times, which narrow windows show by default. */
function isShownNarrow(column: Column, index: number): boolean {
  return index === 0 || column.kind !== 'field'
}

function cellClass(column: Column, index: number, isChosen: boolean): string {
  return cx(!isChosen && !isShownNarrow(column, index) && styles['wide-only'])
}

/** Returns the class of a head; with samples the style sheet sets no width. */
function headClass(column: Column, index: number, isSampled: boolean): string | undefined {
  if (index === 0) return styles['w-lead']
  if (column.kind === 'status') return styles['w-status']
  if (isSampled) return undefined
  return styles[`w-${column.kind === 'field' ? column.width : 'field'}`]
}
