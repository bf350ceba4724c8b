import { useId, useMemo, useRef } from 'react'
import { refId, refKey } from '../../../shared/cms/doc-ref.ts'
import type { ListRow, TrashRow } from '../../../shared/ipc.ts'
import { useKeptPlace, useKeptScroll } from '../../data/kept-place.ts'
import type { Column } from '../../fields/document-columns/columns.ts'
import { ListCell, type CellContext } from '../../fields/document-columns/list-cell.tsx'
import { PageCheckbox, RowCheckbox } from '../../fields/document-rows/row-checkbox.tsx'
import { RowKeys } from '../../fields/document-rows/row-keys.tsx'
import { RowMenuButton } from '../../fields/document-rows/row-menu-button.tsx'
import { useSayChoice } from '../../fields/document-rows/use-say-choice.ts'
import { useRowFocus, type Point } from '../../fields/document-rows/use-row-focus.ts'
import type { RowSelection } from '../../fields/document-rows/use-selected-rows.ts'
import { useT } from '../../i18n/use-t.ts'
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
  /** Asks for the menu of the row with this id. */
  onMenu: (id: string, at: Point) => void
}

/** Deleted documents, which can be chosen and not opened: a click on a row chooses it. */
export function TrashTable({ label, columns, context, rows, selection, titleOf, onMenu }: TableProps) {
  const { t } = useT()
  const body = useRef<HTMLTableSectionElement>(null)
  const ids = useMemo(() => rows.map(({ ref }) => refId(ref)), [rows])
  const scroll = useRef<HTMLDivElement>(null)
  const { back, keep } = useKeptPlace()
  useKeptScroll(scroll)
  const { activeIndex, bodyProps } = useRowFocus({
    ids,
    body,
    selection,
    order: null,
    onMenu,
    before: back?.row ?? null,
    onFocus: (row) => keep({ row }),
  })
  const keys = useId()
  useSayChoice(selection.ids, (id) => {
    const row = rows.find(({ ref }) => refId(ref) === id)
    return row === undefined ? null : titleOf(row)
  })
  return (
    <div ref={scroll} className={plain['scroll']}>
      <RowKeys id={keys} opens={false} selects />
      <table aria-label={label} aria-describedby={keys} className={cx(plain['table'], styles['table'])}>
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
                    onSelect={selection.onSelect}
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
