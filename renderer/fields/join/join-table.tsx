import { ExternalLink, Hash } from 'lucide-react'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { nextSort, sortDirection } from '../../data/list-sort.ts'
import { useDocumentDrawers, type CollectionRef } from '../../data/document-drawers-context.ts'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import type { MenuItemSpec } from '../../ui/menu-button/menu-items.tsx'
import { ColumnHead } from '../../ui/table/column-head.tsx'
import { columnLabel } from '../document-columns/column-labels.ts'
import type { Column } from '../document-columns/columns.ts'
import { ListCell } from '../document-columns/list-cell.tsx'
import { useCellContext } from '../document-columns/use-cell-context.ts'
import { RowMenuButton } from '../document-rows/row-menu-button.tsx'
import { useCopyId } from '../../data/use-copy-text.ts'
import { useTableRows } from '../document-rows/use-table-rows.tsx'
import { MOVE_KEYS, type Order } from '../order/use-order.ts'
import { OrderHandle, OrderSort } from '../order/order-handle.tsx'
import orderStyles from '../order/order.module.css'
import { useOrderDrag } from '../order/use-order-drag.ts'
import plain from '../../ui/table/plain-table.module.css'
import styles from './join-field.module.css'

export type JoinTableProps = {
  /** Accessible name; null: `labelledBy` has it. */
  name: string | null
  labelledBy: string
  rows: ListRow[]
  columns: Column[]
  collection: Collection
  locale: string | null
  titleOf: (row: ListRow) => string
  sort: string
  onSort: (sort: string) => void
  /** Name of the field of the manual order; null: none. */
  orderField: string | null
  /** Moves rows; null: they cannot be moved. */
  order: Order | null
}

/** The documents that refer to this one. They open in a drawer. */
export function JoinTable(props: JoinTableProps) {
  const { name, labelledBy, rows, columns, collection, locale, titleOf, sort, onSort, orderField, order } =
    props
  const drawers = useDocumentDrawers()
  const itemsOf = useItems()
  const context = useCellContext(collection, columns, rows, locale)
  const { body, bodyProps, activeIndex, onMenu, keysId, beside } = useTableRows({
    rows,
    titleOf,
    opens: true,
    selection: null,
    order,
    itemsOf,
  })
  const { line, onGrab } = useOrderDrag(body, rows, order)
  return (
    <div className={styles['scroll']}>
      {beside}
      <table
        aria-describedby={keysId}
        className={cx(plain['table'], styles['table'])}
        {...(name === null ? { 'aria-labelledby': labelledBy } : { 'aria-label': name })}
      >
        <JoinHead columns={columns} sort={sort} onSort={onSort} orderField={orderField} />
        <tbody ref={body} className={plain['rows']} {...bodyProps}>
          {rows.map((row, index) => {
            const { ref } = row
            if (ref.kind !== 'collection') return null
            const id = refId(ref)
            const title = titleOf(row)
            const isMovable = order?.isMovable(row) === true
            const inTabOrder = index === activeIndex
            return (
              <tr key={id} data-row={id} className={cx(line?.id === id && orderStyles[line.at])}>
                {columns.map((column, at) => (
                  <td key={column.path}>
                    {at === 0 ? (
                      <span data-head="" className={styles['lead']}>
                        {isMovable && <OrderHandle id={id} title={title} onGrab={onGrab} />}
                        <OpenButton
                          docRef={ref}
                          title={title}
                          onOpen={drawers.edit}
                          onNear={drawers.readAhead}
                          isMovable={isMovable}
                          inTabOrder={inTabOrder}
                        />
                        <RowMenuButton id={id} title={title} inTabOrder={inTabOrder} onMenu={onMenu} />
                      </span>
                    ) : (
                      <ListCell row={row} column={column} context={context} />
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Returns the menu of a row. */
function useItems(): (row: ListRow) => MenuItemSpec[] {
  const { t } = useT()
  const drawers = useDocumentDrawers()
  const copyId = useCopyId()
  return ({ ref, isNew }) => [
    {
      id: 'open',
      label: t('general:open'),
      icon: ExternalLink,
      onAction: () => {
        if (ref.kind === 'collection') drawers.edit(ref)
      },
    },
    {
      id: 'copy-id',
      label: t('galley:actions.copyId'),
      icon: Hash,
      disabledReason: isNew ? t('galley:actions.saveFirst') : null,
      onAction: () => void copyId(ref),
    },
  ]
}

function JoinHead({
  columns,
  sort,
  onSort,
  orderField,
}: Pick<JoinTableProps, 'columns' | 'sort' | 'onSort' | 'orderField'>) {
  const words = useT()
  return (
    <thead>
      <tr>
        {columns.map((column, at) => (
          <ColumnHead
            key={column.path}
            label={columnLabel(column, words)}
            direction={sortDirection(sort, column.path)}
            onSort={column.sortable ? () => onSort(nextSort(sort, column.path, false)) : null}
            before={
              at === 0 &&
              orderField !== null && (
                <OrderSort
                  direction={sortDirection(sort, orderField)}
                  onSort={() => onSort(nextSort(sort, orderField, false))}
                />
              )
            }
          />
        ))}
      </tr>
    </thead>
  )
}

type OpenProps = {
  docRef: CollectionRef
  title: string
  onOpen: (ref: CollectionRef) => void
  onNear: (ref: CollectionRef) => void
  isMovable: boolean
  inTabOrder: boolean
}

/** The lead cell: opens the document in a drawer, and prefetches it on hover. */
function OpenButton({ docRef, title, onOpen, onNear, isMovable, inTabOrder }: OpenProps) {
  return (
    <button
      type="button"
      className={styles['open']}
      data-open=""
      title={title}
      tabIndex={inTabOrder ? 0 : -1}
      {...(isMovable && { 'aria-keyshortcuts': MOVE_KEYS })}
      onPointerEnter={() => onNear(docRef)}
      onFocus={() => onNear(docRef)}
      onClick={() => onOpen(docRef)}
    >
      <bdi>{title}</bdi>
    </button>
  )
}
