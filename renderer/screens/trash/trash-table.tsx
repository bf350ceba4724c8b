import { useRef } from 'react'
import { refId, refKey } from '../../../shared/cms/doc-ref.ts'
import type { ListRow, TrashRow } from '../../../shared/ipc.ts'
import { useKeptPlace, useKeptScroll } from '../../data/kept-place.ts'
import type { Column } from '../../fields/document-columns/columns.ts'
import type { CellContext } from '../../fields/document-columns/cell-context.ts'
import { ListCell } from '../../fields/document-columns/list-cell.tsx'
import { PageCheckbox, RowCheckbox } from '../../fields/document-rows/row-checkbox.tsx'
import { RowMenuButton } from '../../fields/document-rows/row-menu-button.tsx'
import type { RowSelection } from '../../fields/document-rows/use-selected-rows.ts'
import { useTableRows } from '../../fields/document-rows/use-table-rows.tsx'
import { useT } from '../../i18n/use-t.ts'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { Ago } from '../../ui/ago/ago.tsx'
import plain from '../../ui/table/plain-table.module.css'
import { cx } from '../../ui/class-names.ts'
import styles from './trash-screen.module.css'

type TableProps = {
  /** Names the table. */
  label: string
  /** As in the list of the collection. */
  columns: readonly Column[]
  context: CellContext
  rows: readonly TrashRow[]
  selection: RowSelection
  titleOf: (row: TrashRow) => string
  /** What can be done with the document of a row. */
  itemsOf: (row: TrashRow) => MenuItemSpec[]
}

/** Deleted documents, which can be chosen and not opened: a click on a row chooses it. */
export function TrashTable({ label, columns, context, rows, selection, titleOf, itemsOf }: TableProps) {
  const { t } = useT()
  const scroll = useRef<HTMLDivElement>(null)
  const { back, keep } = useKeptPlace()
  useKeptScroll(scroll)
  const { body, bodyProps, activeIndex, onMenu, select, keysId, beside } = useTableRows({
    rows,
    titleOf,
    itemsOf,
    opens: false,
    selection,
    order: null,
    before: back?.row ?? null,
    onFocus: (row) => keep({ row }),
  })
  return (
    <div ref={scroll} className={plain['scroll']}>
      {beside}
      <table aria-label={label} aria-describedby={keysId} className={cx(plain['table'], styles['table'])}>
        <thead>
          <tr>
            <th scope="col" className={styles['pick']}>
              <PageCheckbox rows={rows} selection={selection} />
            </th>
            {columns.map((column) => (
              <th key={column.path} scope="col">
                {context.columnLabel(column)}
              </th>
            ))}
            <th scope="col" className={styles['date']}>
              {t('galley:actions.trashList.deleted')}
            </th>
          </tr>
        </thead>
        <tbody ref={body} className={plain['rows']} {...bodyProps}>
          {rows.map((row, index) => {
            const id = refId(row.ref)
            const title = titleOf(row)
            const isChosen = selection.ids.has(id)
            return (
              <tr key={refKey(row.ref)} data-row={id} aria-selected={isChosen}>
                <td className={styles['pick']}>
                  <RowCheckbox
                    id={id}
                    title={title}
                    selected={isChosen}
                    onSelect={select}
                    inTabOrder={index === activeIndex}
                  />
                </td>
                {columns.map((column, at) => (
                  <td key={column.path} className={at === 0 ? styles['title'] : styles['cell']}>
                    {at === 0 ? (
                      <span className={styles['lead']}>
                        <ListCell row={listRowOf(row)} column={column} context={context} lead />
                        <RowMenuButton
                          id={id}
                          title={title}
                          inTabOrder={index === activeIndex}
                          onMenu={onMenu}
                        />
                      </span>
                    ) : (
                      <ListCell row={listRowOf(row)} column={column} context={context} />
                    )}
                  </td>
                ))}
                <td className={styles['date']}>
                  <Ago iso={row.deletedAt} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** As the list has it; of what is deleted nothing waits here. */
export function listRowOf({ ref, data, status, permissions }: TrashRow): ListRow {
  return {
    ref,
    data,
    updatedAt: null,
    status,
    isNew: false,
    state: { kind: 'saved' },
    complete: true,
    ...(permissions && { permissions }),
  }
}
