import { refId, refKey } from '../../../shared/cms/doc-ref.ts'
import type { ListRow, TrashRow } from '../../../shared/ipc.ts'
import type { Column } from '../../fields/document-columns/columns.ts'
import { ListCell, type CellContext } from '../../fields/document-columns/list-cell.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Ago } from '../../ui/ago/ago.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
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
  /** Ids. */
  chosen: ReadonlySet<string>
  onChosen: (ids: ReadonlySet<string>) => void
  titleOf: (row: TrashRow) => string
}

/** Deleted documents, which can be chosen and not opened. */
export function TrashTable({ label, columns, context, rows, chosen, onChosen, titleOf }: TableProps) {
  const { t } = useT()
  const ids = rows.map(({ ref }) => refId(ref))
  const count = ids.filter((id) => chosen.has(id)).length
  return (
    <div className={plain['scroll']}>
      <table aria-label={label} className={cx(plain['table'], styles['table'])}>
        <thead>
          <tr>
            <th scope="col" className={styles['pick']}>
              <Checkbox
                label={t('galley:actions.trashList.selectAll')}
                hideLabel
                checked={count === 0 ? false : count === ids.length ? true : 'mixed'}
                onChange={() => onChosen(new Set(count < ids.length ? ids : []))}
              />
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
        <tbody>
          {rows.map((row) => {
            const id = refId(row.ref)
            const title = titleOf(row)
            const isChosen = chosen.has(id)
            return (
              <tr key={refKey(row.ref)} aria-selected={isChosen}>
                <td className={styles['pick']}>
                  <Checkbox
                    label={t('galley:actions.trashList.select', { title })}
                    hideLabel
                    checked={isChosen}
                    onChange={(next) =>
                      onChosen(new Set(next ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
                    }
                  />
                </td>
                {columns.map((column, index) => (
                  <td key={column.path} className={index === 0 ? styles['title'] : styles['cell']}>
                    <ListCell row={listRowOf(row)} column={column} context={context} lead={index === 0} />
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
export function listRowOf({ ref, data, status }: TrashRow): ListRow {
  return { ref, data, updatedAt: null, status, isNew: false, state: { kind: 'saved' }, complete: true }
}
